"""Which lines of a function an answer quotes.

An answer is the text that a program prints, in any format that has a line of source on a line of its own.
Lines are compared without the blanks around them. A line of the answer may have a comment sign and a line
number before the source, or neither.
"""
import collections
import os
import re
import subprocess

# What stands before a line of source in an answer. Each is taken away alone and after the one before it.
# The last is a line number with the symbols that begin in the line, as GCF has it: `10-20@0@1 `.
PREFIXES = (re.compile(r'#[ \t]?'), re.compile(r'\d+\s*'), re.compile(r'\d+\s*[:|│]\s*'),
            re.compile(r'\d+(?:(?:-\d+)?@\d+)+ '))
# Lines of the answer between two quoted parts of one function, such as a sign that lines are left out.
MAX_GAP = 1


def spellings(line):
    """The texts that a line of an answer may quote."""
    found = [line.strip()]
    for prefix in PREFIXES:
        found += [text[match.end():].strip() for text in found if (match := prefix.match(text))]
    return set(found)


def is_blank(line):
    """Whether a line has no source; one with a lone comment sign looks like the blank lines of some answers."""
    return '' in spellings(line)


def answer_lines(text):
    """The spellings of each line of an answer that is not blank."""
    return [spellings(line) for line in text.split('\n') if not is_blank(line)]


def lines_of(path, first, last):
    """The lines of a file that are not blank, without the blanks around them; first and last count from 1."""
    with open(path, encoding='utf-8', errors='replace') as file:
        lines = file.read().split('\n')
    if not 1 <= first <= last <= len(lines):
        raise ValueError(f'{path} has {len(lines)} lines, so none are {first} to {last}')
    return [line.strip() for line in lines[first - 1:last] if not is_blank(line)]


def telling_lines(repository):
    """The lines that occur once in the files that git tracks: quoting one tells which function is meant."""
    listed = subprocess.run(['git', '-C', repository, 'ls-files', '-z'], stdout=subprocess.PIPE, check=True)
    counts = collections.Counter()
    for name in filter(None, listed.stdout.decode('utf-8', 'surrogateescape').split('\0')):
        path = os.path.join(repository, name)
        if os.path.isfile(path):
            with open(path, encoding='utf-8', errors='replace') as file:
                counts.update(line.strip() for line in file)
    return {line for line, count in counts.items() if count == 1}


def runs(function, answer):
    """(first line in the answer, first line in the function, length) of each longest run that both have."""
    found = []
    for i, here in enumerate(answer):
        for j, line in enumerate(function):
            if line not in here or (i and j and function[j - 1] in answer[i - 1]):
                continue
            length = 1
            while (i + length < len(answer) and j + length < len(function)
                   and function[j + length] in answer[i + length]):
                length += 1
            found.append((i, j, length))
    return sorted(found, key=lambda run: (run[0], -run[2], run[1]))


def quoted(function, answer, telling):
    """The indices of the function's lines that the answer quotes.

    function is what lines_of() returns, answer what answer_lines() returns. Any function has a line `}` or
    `return None`, so a run of lines counts only if one of them is among telling, or if it goes on with the
    function at most MAX_GAP lines after a run that counts.
    """
    indices = set()
    next_in_answer, next_in_function = None, 0
    for i, j, length in runs(function, answer):
        goes_on = (next_in_answer is not None and j >= next_in_function
                   and 0 <= i - next_in_answer <= MAX_GAP)
        if goes_on or any(line in telling for line in function[j:j + length]):
            indices.update(range(j, j + length))
            next_in_answer, next_in_function = i + length, j + length
    return indices
