"""The repositories that rankings are measured on, in repositories.tsv: commits, languages, sizes and sets."""
import csv
import os

TABLE = os.path.join(os.path.dirname(os.path.abspath(__file__)), 'repositories.tsv')
SIZES = ('small', 'medium', 'large')  # up to 10,000 symbols, up to 50,000, and more


def load():
    """[{'name': OWNER/NAME, 'commit': newest one, 'language': ..., 'size': ..., 'set': tuning, held_out or described}]"""
    with open(TABLE, encoding='utf-8') as file:
        return list(csv.DictReader(file, delimiter='\t'))


def size_of():
    """{name of the repository without its owner: size}"""
    return {row['name'].split('/')[1]: row['size'] for row in load()}
