"""That repositories.tsv splits thirty repositories into two sets which can be compared, and that sizes are told."""
import collections
import contextlib
import io
import json
import os
import unittest

import repositories
import score

TASKS = os.path.join(os.path.dirname(os.path.abspath(__file__)), 'described_tasks.json')
LANGUAGES = {'C', 'C#', 'C++', 'Go', 'Java', 'PHP', 'Python', 'Ruby', 'Rust', 'TypeScript'}


class Split(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.rows = repositories.load()

    def of_sets(self, *names):
        return [row for row in self.rows if row['set'] in names]

    def test_each_of_thirty_is_for_tuning_or_held_out(self):
        sets = collections.Counter(row['set'] for row in self.rows)
        self.assertEqual(sets, {'tuning': 15, 'held_out': 15, 'described': 10})

    def test_none_is_named_twice_also_without_its_owner(self):
        self.assertEqual(len(repositories.size_of()), len(self.rows))

    def test_a_third_of_the_thirty_is_large(self):
        large = [row['set'] for row in self.of_sets('tuning', 'held_out') if row['size'] == 'large']
        self.assertGreaterEqual(len(large), 10)
        self.assertGreaterEqual(min(large.count('tuning'), large.count('held_out')), 4)

    def test_each_has_a_whole_commit_and_a_known_size(self):
        for row in self.rows:
            self.assertRegex(row['commit'], r'^[0-9a-f]{40}$')
        self.assertLessEqual({row['size'] for row in self.rows}, set(repositories.SIZES))

    def test_either_set_has_all_languages(self):
        for name in ('tuning', 'held_out'):
            self.assertGreaterEqual({row['language'] for row in self.of_sets(name)}, LANGUAGES, name)

    def test_the_described_are_those_of_the_tasks(self):
        with open(TASKS, encoding='utf-8') as file:
            described = json.load(file)['repositories'].values()
        self.assertEqual({(f'https://github.com/{row["name"]}', row['commit'], row['language'])
                          for row in self.of_sets('described')},
                         {(repository['url'], repository['commit'], repository['language']) for repository in described})


class Table(unittest.TestCase):
    def labels_of_table(self, *names):
        rows = {(name, 'a'): {'mrr': 1.0} for name in names}
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            score.print_table(rows, names, ['mrr'])
        return [line.split()[0] for line in printed.getvalue().split('\n')[1:] if line]

    def test_means_of_each_size_follow_those_of_the_repositories(self):
        self.assertEqual(self.labels_of_table('jq', 'spring-framework', 'hono'),
                         ['jq', 'spring-framework', 'hono', 'small', 'large', 'all'])

    def test_without_the_size_of_each_repository_none_is_told(self):
        self.assertEqual(self.labels_of_table('jq', 'shop'), ['jq', 'shop', 'all'])


if __name__ == '__main__':
    unittest.main()
