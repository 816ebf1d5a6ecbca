"""The library that the course grows: what one lesson builds by hand, the next one imports."""

from course_lib.chunking import add_heading_path, chunk_sections, chunk_sentences, chunk_words
from course_lib.data import load_chunks, load_corpus, load_folder, load_questions
from course_lib.documents import Chunk, Document, Hit
from course_lib.evidence import finds, has_keyword, quote_survives
from course_lib.tfidf import TfidfIndex
from course_lib.tokens import tokenize
