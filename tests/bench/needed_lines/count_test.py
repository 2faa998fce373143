"""What counts as a shown line, and that the questions are what they claim to be."""
import contextlib
import io
import json
import os
import re
import subprocess
import tempfile
import unittest
from unittest import mock

import count
import quoted

SHOP = '''class Till:
    def total(self, basket):
        if basket is None:
            return 0

        # Dear things first.
        return sum(item.price for item in basket)

    def change(self, paid):
        if paid is None:
            return 0
        return paid - self.due
'''
TOTAL = {'path': 'shop.py', 'name': 'Till.total', 'first': 2, 'last': 7}
CHANGE = {'path': 'shop.py', 'name': 'Till.change', 'first': 9, 'last': 12}


class Shown(unittest.TestCase):
    def setUp(self):
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.root = directory.name
        with open(os.path.join(self.root, 'shop.py'), 'w', encoding='utf-8') as file:
            file.write(SHOP)
        subprocess.run(['git', 'init', '-q', self.root], check=True)
        subprocess.run(['git', '-C', self.root, 'add', '.'], check=True)
        self.telling = quoted.telling_lines(self.root)

    def shown(self, function, text):
        """(lines needed, lines shown)"""
        return count.shown_of({'functions': [function]}, self.root, self.telling, text)[0]

    def test_a_whole_function_counts_by_its_lines_that_are_not_blank(self):
        self.assertEqual(self.shown(TOTAL, SHOP), (5, 5))
        self.assertEqual(self.shown(CHANGE, SHOP), (4, 4))

    def test_an_answer_without_the_function_shows_nothing(self):
        self.assertEqual(self.shown(TOTAL, 'Till.total is in shop.py'), (5, 0))

    def test_comment_signs_line_numbers_and_marks_before_a_line_do_not_matter(self):
        for form in ('# {line}', '{number}: {line}', '{number}\t{line}', '{number} | {line}', '# {number} {line}',
                     '{number}@3 {line}', '{number}-{number}@3@14 {line}', '{line}'):
            text = '\n'.join(form.format(line=line, number=number)
                             for number, line in enumerate(SHOP.split('\n'), 1))
            self.assertEqual(self.shown(TOTAL, text), (5, 5), form)

    def test_a_line_of_source_that_begins_like_what_follows_a_number_counts(self):
        self.assertIn(':param paid: what was given', quoted.spellings('12\t    :param paid: what was given'))
        self.assertIn(':param paid: what was given', quoted.spellings('12:     :param paid: what was given'))

    def test_blank_lines_of_an_answer_do_not_part_a_function(self):
        text = 'if basket is None:\n# return 0\n#\n# # Dear things first.\n'
        self.assertEqual(self.shown(TOTAL, text), (5, 3))
        text = '4\treturn 0\n5\t\n6\t# Dear things first.\n'
        self.assertEqual(self.shown(TOTAL, text), (5, 2))

    def test_a_line_that_is_cut_or_changed_does_not_count(self):
        text = SHOP.replace('def total(self, basket):', 'def total(self, ...):')
        self.assertEqual(self.shown(TOTAL, text), (5, 4))

    def test_the_same_lines_of_another_function_do_not_count(self):
        text = 'if tax is None:\n    return 0\n'
        self.assertEqual(self.shown(TOTAL, text), (5, 0))

    def test_lines_that_many_functions_have_count_beside_one_that_tells_the_function(self):
        text = 'if basket is None:\n    return 0\n'
        self.assertEqual(self.shown(TOTAL, text), (5, 2))

    def test_a_part_behind_a_sign_that_lines_are_left_out_counts(self):
        text = 'def change(self, paid):\n    ...\n        return 0\n'
        self.assertEqual(self.shown(CHANGE, text), (4, 2))

    def test_a_part_that_goes_back_in_the_function_does_not_count(self):
        text = 'return paid - self.due\n...\nreturn 0\n'
        self.assertEqual(self.shown(CHANGE, text), (4, 1))

    def test_lines_that_are_quoted_twice_count_once(self):
        self.assertEqual(self.shown(TOTAL, SHOP + SHOP), (5, 5))

    def test_a_range_outside_of_the_file_is_refused(self):
        with self.assertRaisesRegex(ValueError, 'shop.py has 13 lines, so none are 2 to 99'):
            self.shown(TOTAL | {'last': 99}, SHOP)


WAYMARK = """#!/bin/sh
case $1 in
  context) cat shop.py ;;
  explain) echo '{"rank": 7, "shown": "body"}' ;;
esac
"""


class Table(unittest.TestCase):
    """What is printed with stand-ins for both programs: the first shows all of the file, the peer what is given."""

    def setUp(self):
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.work = directory.name
        root = os.path.join(self.work, 'shop')
        os.mkdir(root)
        self.write('shop/shop.py', SHOP)
        self.waymark = self.write('waymark', WAYMARK)
        os.chmod(self.waymark, 0o755)
        git = ['git', '-C', root, '-c', 'user.name=a', '-c', 'user.email=a@b.c']
        for command in (['init', '-q'], ['add', '.'], ['commit', '-qm', 'Open the shop']):
            subprocess.run(git + command, check=True)
        commit = subprocess.run(git + ['rev-parse', 'HEAD'], check=True, stdout=subprocess.PIPE).stdout.decode()
        self.ask_of_commit(commit.strip())

    def write(self, name, text):
        path = os.path.join(self.work, name)
        with open(path, 'w', encoding='utf-8') as file:
            file.write(text)
        return path

    def ask_of_commit(self, commit):
        questions = {'repositories': {'shop': {'url': 'https://a.b/shop', 'commit': commit}},
                     'questions': [{'repository': 'shop', 'question': 'what is owed', 'functions': [TOTAL, CHANGE]}]}
        patched = mock.patch.object(count, 'QUESTIONS', self.write('questions.json', json.dumps(questions)))
        patched.start()
        self.addCleanup(patched.stop)

    def run_main(self, *arguments):
        """(exit status, what is printed)"""
        printed = io.StringIO()
        with mock.patch('sys.argv', ['count.py', self.waymark, self.work, *arguments]):
            with contextlib.redirect_stdout(printed):
                return count.main(), printed.getvalue()

    def test_a_row_has_the_lines_needed_and_shown_and_the_bytes_of_the_answer(self):
        status, printed = self.run_main()
        self.assertEqual(status, 0)
        self.assertIn(f'| shop | what is owed | 9 | 9 | {len(SHOP)} |', printed)

    def test_a_peer_that_shows_less_than_half_as_much_is_no_failure(self):
        status, printed = self.run_main('--peer', "printf 'def change(self, paid):\\n%s'")
        self.assertIn('| shop | what is owed | 9 | 9 | 1 |', printed)
        self.assertEqual(status, 0)

    def test_a_question_that_the_peer_answers_better_is_told_and_fails(self):
        self.write('waymark', '#!/bin/sh\n')
        status, printed = self.run_main('--peer', 'sh -c "cat {repository}.py"')
        self.assertIn('- 9 fewer: shop, what is owed', printed)
        self.assertEqual(status, 1)

    def test_functions_have_their_rank_and_level(self):
        self.assertIn('| shop | `Till.change` | 4 | 4 | 7 | body |', self.run_main('--functions')[1])

    def test_a_checkout_of_another_commit_is_refused_with_the_command_that_mends_it(self):
        self.ask_of_commit('0' * 40)
        with self.assertRaisesRegex(SystemExit, 'take the commit of the questions with: git -C .*shop checkout 0{40}'):
            self.run_main()

    def test_a_missing_checkout_is_refused_with_the_command_that_makes_it(self):
        os.rename(os.path.join(self.work, 'shop'), os.path.join(self.work, 'closed'))
        with self.assertRaisesRegex(SystemExit, 'make it with: git clone https://a.b/shop'):
            self.run_main()


class Enough(unittest.TestCase):
    def test_twice_the_peer_is_enough_where_the_peer_has_at_most_half(self):
        self.assertTrue(count.is_enough(100, 80, 40))
        self.assertFalse(count.is_enough(100, 79, 40))

    def test_most_of_all_is_enough_where_the_peer_has_more_than_half(self):
        self.assertTrue(count.is_enough(100, 85, 60))
        self.assertFalse(count.is_enough(100, 84, 60))


def words_of(name):
    return [word.lower() for word in re.findall(r'[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+', name)]


class Questions(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        with open(count.QUESTIONS, encoding='utf-8') as file:
            cls.all = json.load(file)

    def test_each_repository_has_a_commit_and_at_least_three_questions(self):
        asked = [question['repository'] for question in self.all['questions']]
        for name, repository in self.all['repositories'].items():
            self.assertRegex(repository['commit'], r'^[0-9a-f]{40}$')
            self.assertGreaterEqual(asked.count(name), 3, name)
        self.assertLessEqual(set(asked), set(self.all['repositories']))

    def test_each_question_needs_one_to_six_functions(self):
        for question in self.all['questions']:
            self.assertIn(len(question['functions']), range(1, 7), question['question'])

    def test_no_question_names_a_function_that_answers_it(self):
        for question in self.all['questions']:
            said = set(words_of(question['question']))
            for function in question['functions']:
                words = words_of(re.split(r'::|[.#]', function['name'])[-1])
                self.assertFalse(words and said.issuperset(words), (question['question'], function['name']))


if __name__ == '__main__':
    unittest.main()
