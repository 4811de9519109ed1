from halfbayes.data.library_reference import CHAPTERS, NATIVE, SOURCES

MODULES = [module for modules in CHAPTERS.values() for module in modules]


def test_a_module_belongs_to_one_chapter():
    assert len(set(MODULES)) == len(MODULES)


def test_modules_are_listed_in_the_order_of_the_alphabet():
    assert all(list(modules) == sorted(modules) for modules in CHAPTERS.values())


def test_sources_and_compiled_parts_belong_to_a_listed_module():
    assert set(SOURCES) | set(NATIVE) <= set(MODULES)
