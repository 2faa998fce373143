"""What is printed for a repository of three functions, with a stand-in for the program."""
import contextlib
import io
import json
import os
import subprocess
import tempfile
import unittest
from unittest import mock

import described

SHOP = '''def add_up(basket):
    return sum(item.price for item in basket)

def open_drawer(key):
    return key.turn()

def greet(customer):
    return "Good morning"
'''
SYMBOLS = [('add_up', 1, 2), ('open_drawer', 4, 5), ('greet', 7, 8)]
TASK = {'repository': 'shop', 'kind': 'behaviour', 'task': 'how is the price of a basket summed',
        'answers': [{'name': 'add_up', 'path': 'shop.py'}]}

# Ranks by the file `ranked` beside it; a question fails if there is none. Indexing and export succeed.
WAYMARK = '''#!/bin/sh
here=$(dirname "$0")
case $1 in
  export) cat "$here/exported" ;;
  context) cat "$here/ranked" ;;
esac
'''


class Table(unittest.TestCase):
    def setUp(self):
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.work = directory.name
        root = os.path.join(self.work, 'shop')
        os.mkdir(root)
        self.write('shop/shop.py', SHOP)
        git = ['git', '-C', root, '-c', 'user.name=a', '-c', 'user.email=a@b.c']
        for command in (['init', '-q'], ['add', '.'], ['commit', '-qm', 'Open the shop']):
            subprocess.run(git + command, check=True)
        head = subprocess.run(git + ['rev-parse', 'HEAD'], check=True, stdout=subprocess.PIPE).stdout.decode()
        self.ask_of_commit(head.strip())
        self.waymark = self.stand_in('new', ['greet', 'add_up', 'open_drawer'])

    def write(self, name, text):
        path = os.path.join(self.work, name)
        with open(path, 'w', encoding='utf-8') as file:
            file.write(text)
        return path

    def stand_in(self, name, ranked):
        """A program that ranks so."""
        os.mkdir(os.path.join(self.work, name))
        records = [{'record': 'symbol', 'kind': 'function', 'name': symbol, 'qualified_name': f'shop.{symbol}',
                    'path': 'shop.py', 'start_line': first, 'end_line': last} for symbol, first, last in SYMBOLS]
        self.write(f'{name}/exported', '\n'.join(json.dumps(record) for record in records))
        symbols = [{'qualified_name': f'shop.{symbol}', 'path': 'shop.py'} for symbol in ranked]
        self.write(f'{name}/ranked', json.dumps({'symbols': symbols}))
        program = self.write(f'{name}/waymark', WAYMARK)
        os.chmod(program, 0o755)
        return program

    def ask_of_commit(self, commit):
        tasks = {'repositories': {'shop': {'url': 'https://a.b/shop', 'commit': commit}}, 'tasks': [TASK]}
        patched = mock.patch.object(described, 'TASKS', self.write('tasks.json', json.dumps(tasks)))
        patched.start()
        self.addCleanup(patched.stop)

    def lines_of_main(self, *arguments):
        printed = io.StringIO()
        with mock.patch('sys.argv', ['described.py', self.waymark, self.work, *arguments]):
            with contextlib.redirect_stdout(printed):
                described.main()
        return [line.split() for line in printed.getvalue().split('\n')]

    def test_the_figures_of_the_program_stand_before_those_of_the_floor(self):
        rows = [line for line in self.lines_of_main() if line[:1] == ['shop']]
        self.assertEqual(rows, [['shop', '1', '0.100', '0.100', '1.000', '0.500'],
                                ['shop', '1', '0.100', '0.100', '1.000', '1.000']])

    def test_the_loss_to_the_floor_is_told_with_its_interval(self):
        self.assertIn(['mrr', '-0.500', '[-0.500,', '-0.500]'], self.lines_of_main())

    def test_the_gain_over_another_build_is_told_with_its_interval(self):
        lines = self.lines_of_main('--against', self.stand_in('old', ['greet', 'open_drawer']))
        self.assertIn(['mrr', '+0.500', '[+0.500,', '+0.500]'], lines)

    def test_a_failed_question_is_worth_nothing(self):
        os.remove(os.path.join(self.work, 'new', 'ranked'))
        self.assertIn(['shop', '1', '0.000', '0.000', '0.000', '0.000'], self.lines_of_main())

    def test_a_name_without_tasks_is_refused_with_those_that_have_some(self):
        with self.assertRaisesRegex(SystemExit, 'no tasks about bank; there are some about shop'):
            self.lines_of_main('bank')

    def test_a_checkout_of_another_commit_is_refused_with_the_command_that_mends_it(self):
        self.ask_of_commit('0' * 40)
        with self.assertRaisesRegex(SystemExit, 'take theirs with: git -C .*shop checkout 0{40}'):
            self.lines_of_main()

    def test_a_missing_checkout_is_refused_with_the_command_that_makes_it(self):
        os.rename(os.path.join(self.work, 'shop'), os.path.join(self.work, 'closed'))
        with self.assertRaisesRegex(SystemExit, 'make it with: git clone https://a.b/shop'):
            self.lines_of_main()


if __name__ == '__main__':
    unittest.main()
