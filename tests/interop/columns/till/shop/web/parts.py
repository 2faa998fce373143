from shop.web import pages


def header():
    return pages
