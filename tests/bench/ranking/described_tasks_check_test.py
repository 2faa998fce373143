"""What counts as a definition, that answers which are gone are told, and that the tasks are what they claim to be."""
import collections
import contextlib
import io
import json
import os
import re
import subprocess
import tempfile
import unittest
from unittest import mock

import described_tasks_check as check

QUESTIONS = os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'needed_lines', 'questions.json')

DEFINITIONS = {
    'C': ('static double total(struct till *till) {', 'struct total {', 'const struct row total[] = {',
          '#define total(x) (x)'),
    'C++': ('double Till::total(const Basket& basket) const {', 'std::unique_ptr<Sum> Till::total(',
            'const Sum* total(int count);'),
    'C#': ('public static Sum total(string text)', 'async Task total()', 'public Sum total', 'sealed class total : ISum',
           'static Dictionary<Type, Func<string, object>> total = new()'),
    'Go': ('func (t *Till) total(basket Basket) (Sum, error) {', 'type total interface {',
           'var total = map[string]Sum{'),
    'Java': ('protected @Nullable Sum total(Basket basket) {', 'boolean total(Basket basket);',
             'public @interface total {', 'static class total extends Sum {'),
    'PHP': ('public function total(Basket $basket): ?Sum', 'abstract class total extends Sum'),
    'Rust': ("pub(crate) fn total<'a, I>(", 'pub struct total(Sum);', 'const total: &[Sum] = &['),
    'TypeScript': ('export const total: Sum = async (basket) => {', 'async total(basket: Basket) {',
                   'async function total<T extends Basket>(', '  #total(', 'total(): Sum {', 'export enum total {'),
}
USES = ('// double total(int x) {', ' * total(basket) {', '# total', 'return total(basket)', 'sum = total(basket);',
        'till.total(basket);', 'if (total(basket)) {', 'throw new total("no sum");', 'this.#total(',
        'double subtotal(int x) {', 'double total_of(int x) {', 'struct total* next;', 'impl total {',
        'static class Change extends total {', 'basket: total', 'call(struct total)', 'total(basket);', 'use shop::total;')


class Definition(unittest.TestCase):
    def test_a_definition_of_each_language_is_one(self):
        for language, lines in DEFINITIONS.items():
            for line in lines:
                self.assertTrue(check.is_definition(line, 'total'), f'{language}: {line}')

    def test_a_use_or_a_comment_is_none(self):
        for line in USES:
            self.assertFalse(check.is_definition(line, 'total'), line)

    def test_the_last_component_is_what_follows_the_last_separator(self):
        names = ('shop.Till.total', 'shop::Till::total', 'Till.#total', 'Shop\\Till::total', 'total')
        self.assertEqual({check.last_component(name) for name in names}, {'total'})


class Repository(unittest.TestCase):
    """A repository whose file was changed after the commit of its tasks."""

    def setUp(self):
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.work = directory.name
        self.root = os.path.join(self.work, 'shop')
        os.mkdir(self.root)
        self.git('init', '-q')
        self.commit = self.commit_file('class Till:\n    def total(self):\n        return 0\n')
        self.commit_file('CLOSED = True\n')

    def git(self, *arguments):
        command = ['git', '-C', self.root, '-c', 'user.name=a', '-c', 'user.email=a@b.c', *arguments]
        return subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout.decode().strip()

    def commit_file(self, text):
        with open(os.path.join(self.root, 'shop.py'), 'w', encoding='utf-8') as file:
            file.write(text)
        self.git('add', '.')
        self.git('commit', '-qm', 'Change the shop')
        return self.git('rev-parse', 'HEAD')

    def problem_of(self, name, path):
        return check.problem_of(self.root, self.commit, {'name': name, 'path': path})

    def run_main(self, answers, commit=None):
        """(exit status, what is printed)"""
        tasks = {'repositories': {'shop': {'url': 'https://a.b/shop', 'commit': commit or self.commit}},
                 'tasks': [{'repository': 'shop', 'answers': answers}]}
        path = os.path.join(self.work, 'tasks.json')
        with open(path, 'w', encoding='utf-8') as file:
            json.dump(tasks, file)
        printed = io.StringIO()
        with mock.patch.object(check, 'TASKS', path), mock.patch('sys.argv', ['check', self.work]):
            with contextlib.redirect_stdout(printed):
                return check.main(), printed.getvalue()

    def test_an_answer_that_the_file_of_the_commit_defines_is_right(self):
        self.assertIsNone(self.problem_of('Till.total', 'shop.py'))

    def test_an_answer_in_a_file_that_the_commit_lacks_is_told(self):
        self.assertEqual(self.problem_of('Till.total', 'till.py'), f'till.py is not in {self.commit}')

    def test_an_answer_that_the_file_does_not_define_is_told(self):
        self.assertEqual(self.problem_of('Till.change', 'shop.py'),
                         'no line of shop.py looks like a definition of change')

    def test_wrong_answers_are_counted_and_fail(self):
        answers = [{'name': 'Till.total', 'path': 'shop.py'}, {'name': 'Till.change', 'path': 'shop.py'}]
        status, printed = self.run_main(answers)
        self.assertEqual(status, 1)
        self.assertIn('shop: Till.change: no line of shop.py', printed)
        self.assertIn('tasks: 1, answers: 2, wrong: 1', printed)
        self.assertEqual(self.run_main(answers[:1])[0], 0)

    def test_a_missing_clone_is_refused_with_the_command_that_makes_it(self):
        os.rename(self.root, os.path.join(self.work, 'closed'))
        with self.assertRaisesRegex(SystemExit, 'make it with: git clone https://a.b/shop'):
            self.run_main([])

    def test_a_clone_without_the_commit_is_refused_with_the_command_that_gets_it(self):
        with self.assertRaisesRegex(SystemExit, 'get it with: git -C .*shop fetch https://a.b/shop 0{40}'):
            self.run_main([], '0' * 40)


def words_of(text):
    return [word.lower() for word in re.findall(r'[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+', text)]


class Tasks(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        with open(check.TASKS, encoding='utf-8') as file:
            cls.all = json.load(file)

    def test_each_of_ten_repositories_has_two_tasks_about_behaviour_two_changes_and_an_error(self):
        kinds = collections.Counter((task['repository'], task['kind']) for task in self.all['tasks'])
        wanted = {'behaviour': 2, 'change': 2, 'error': 1}
        self.assertEqual(len(self.all['repositories']), 10)
        self.assertEqual(kinds, {(name, kind): count for name in self.all['repositories']
                                 for kind, count in wanted.items()})

    def test_each_repository_is_named_by_an_address_and_a_whole_commit(self):
        for repository in self.all['repositories'].values():
            self.assertRegex(repository['url'], r'^https://')
            self.assertRegex(repository['commit'], r'^[0-9a-f]{40}$')

    def test_each_task_has_three_to_ten_answers_none_twice(self):
        for task in self.all['tasks']:
            answers = {(answer['name'], answer['path']) for answer in task['answers']}
            self.assertEqual(len(answers), len(task['answers']), task['task'])
            self.assertIn(len(answers), range(3, 11), task['task'])

    def test_only_a_message_of_an_error_says_the_name_of_an_answer(self):
        for task in self.all['tasks']:
            said = set(words_of(task['task']))
            for answer in task['answers']:
                words = words_of(check.last_component(answer['name']))
                if task['kind'] != 'error':
                    self.assertFalse(said.issuperset(words), (task['task'], answer['name']))

    def test_no_task_is_a_question_about_needed_lines(self):
        with open(QUESTIONS, encoding='utf-8') as file:
            asked = {question['question'] for question in json.load(file)['questions']}
        self.assertFalse(asked & {task['task'] for task in self.all['tasks']})


if __name__ == '__main__':
    unittest.main()
