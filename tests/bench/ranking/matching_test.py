"""Which names answer a described task, and what a ranking is worth."""
import unittest

import matching


class Names(unittest.TestCase):
    def assert_answers(self, name, wanted, leniently, strictly):
        self.assertEqual((matching.lenient(name, wanted), matching.strict(name, wanted)), (leniently, strictly))

    def test_a_name_with_its_package_answers_strictly(self):
        for name in ('org.shop.Till.total', 'shop::Till::total', 'Shop\\Till::total', 'src/shop/till.Till.#total'):
            self.assert_answers(name, 'Till.total', True, True)

    def test_case_does_not_count(self):
        self.assert_answers('shop.till.Total', 'Till.total', True, True)

    def test_a_name_of_one_component_answers_whatever_its_container(self):
        self.assert_answers('shop.Till.total', 'total', True, True)
        self.assert_answers('total', 'Till.total', True, True)

    def test_a_type_answers_leniently_for_its_method_and_back(self):
        self.assert_answers('org.shop.Till', 'Till.total', True, False)
        self.assert_answers('org.shop.Till.total', 'Till', True, False)
        self.assert_answers('org.shop.Till.Drawer', 'Till.Drawer.total', True, False)

    def test_the_same_member_of_a_common_container_answers_leniently(self):
        self.assert_answers('Shop.Till.total', 'Shop.Drawer.total', True, False)

    def test_the_same_member_of_another_type_does_not_answer(self):
        self.assert_answers('shop.Drawer.total', 'Till.total', False, False)

    def test_another_member_of_the_type_does_not_answer(self):
        self.assert_answers('shop.Till.change', 'Till.total', False, False)

    def test_a_part_of_a_component_does_not_answer(self):
        self.assert_answers('shop.Till.subtotal', 'total', False, False)
        self.assert_answers('shop.OldTill', 'Till.total', False, False)


class Figures(unittest.TestCase):
    def test_of_ten_places_those_count_whose_symbol_answers(self):
        ranked = ['Drawer', 'Till', 'Till.total', 'Till.change']
        figures = matching.figures_of(ranked, ['Till.total', 'Till.change'])
        self.assertEqual(figures, {'p10': 0.3, 'p10_once': 0.1, 'strict_r10': 1.0, 'mrr': 0.5})

    def test_a_symbol_that_answers_for_a_further_one_counts_again(self):
        figures = matching.figures_of(['Till.total', 'Till.total', 'Till.change'], ['Till.total', 'Till.change'])
        self.assertEqual((figures['p10'], figures['p10_once']), (0.3, 0.2))

    def test_behind_the_tenth_place_only_the_first_rank_counts(self):
        figures = matching.figures_of(['Drawer'] * 10 + ['Till.total'], ['Till.total'])
        self.assertEqual(figures, {'p10': 0.0, 'p10_once': 0.0, 'strict_r10': 0.0, 'mrr': 1 / 11})

    def test_no_answer_is_worth_nothing(self):
        self.assertEqual(set(matching.figures_of([], ['Till.total']).values()), {0.0})


if __name__ == '__main__':
    unittest.main()
