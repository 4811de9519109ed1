"""The modules of Python's standard library, sorted by chapter of its reference manual.

Eight classes; a class joins neighbouring chapters of *The Python Standard Library* where one
alone has few docstrings:

    Data types                   Built-in Types, Data Types, Functional Programming
    Mathematics                  Numeric and Mathematical Modules
    Files and operating system   File and Directory Access, Generic Operating System Services
    Storage and formats          Data Persistence, Compression and Archiving, File Formats
    Concurrency and networks     Concurrent Execution, Networking and Interprocess Communication
    Internet                     Internet Data Handling, Internet Protocols and Support
    Development tools            Development Tools, Debugging and Profiling
    Language and imports         Language Services, Importing Modules, Interpreters, Packaging

Left out are chapters that not every Python carries (graphical interfaces, Windows, Unix), those
with a handful of docstrings (cryptography, multimedia), those whose modules have little in
common (text processing, markup, command lines, runtime services), and modules that Python 3.13
no longer has.
"""

from collections.abc import Mapping

CHAPTERS: Mapping[str, tuple[str, ...]] = {
    "Data types": (
        *("array", "bisect", "builtins", "calendar", "collections", "copy", "datetime", "enum"),
        *("functools", "graphlib", "heapq", "itertools", "operator", "pprint", "reprlib"),
        *("types", "weakref", "zoneinfo"),
    ),
    "Mathematics": (
        *("cmath", "decimal", "fractions", "math", "numbers", "random", "statistics"),
    ),
    "Files and operating system": (
        *("ctypes", "curses", "errno", "filecmp", "fileinput", "fnmatch", "getpass", "glob"),
        *("io", "linecache", "os", "os.path", "pathlib", "platform", "shutil", "stat"),
        *("tempfile", "time"),
    ),
    "Storage and formats": (
        *("bz2", "configparser", "copyreg", "csv", "dbm", "gzip", "lzma", "marshal", "netrc"),
        *("pickle", "plistlib", "shelve", "sqlite3", "tarfile", "tomllib", "zipfile", "zlib"),
    ),
    "Concurrency and networks": (
        *("asyncio", "concurrent", "contextvars", "mmap", "multiprocessing", "queue", "sched"),
        *("select", "selectors", "signal", "socket", "ssl", "subprocess", "threading"),
    ),
    "Internet": (
        *("base64", "binascii", "email", "ftplib", "http", "imaplib", "ipaddress", "json"),
        *("mailbox", "mimetypes", "poplib", "quopri", "smtplib", "socketserver", "urllib"),
        *("uuid", "webbrowser", "wsgiref", "xmlrpc"),
    ),
    "Development tools": (
        *("bdb", "doctest", "faulthandler", "pdb", "profile", "pstats", "pydoc", "timeit"),
        *("trace", "tracemalloc", "typing", "unittest"),
    ),
    "Language and imports": (
        *("ast", "code", "codeop", "compileall", "dis", "importlib", "inspect", "keyword"),
        *("modulefinder", "pickletools", "pkgutil", "py_compile", "pyclbr", "runpy", "site"),
        *("symtable", "sysconfig", "tabnanny", "token", "tokenize", "traceback", "venv"),
        *("zipapp", "zipimport"),
    ),
}
"""Class name to the modules of its chapters."""

SOURCES: Mapping[str, tuple[str, ...]] = {
    "collections": ("_collections_abc", "collections"),
    "datetime": ("_pydatetime", "datetime"),
    "decimal": ("_pydecimal",),
    "io": ("_pyio", "io"),
    "os.path": ("genericpath", "posixpath", "ntpath"),
}
"""Where a module's docstrings are written, if not only under its own name."""

NATIVE: Mapping[str, tuple[str, ...]] = {
    "array": ("array",),
    "binascii": ("binascii",),
    "builtins": ("builtins",),
    "cmath": ("cmath",),
    "collections": ("_collections",),
    "contextvars": ("_contextvars",),
    "csv": ("_csv",),
    "ctypes": ("_ctypes",),
    "faulthandler": ("faulthandler",),
    "functools": ("_functools",),
    "itertools": ("itertools",),
    "lzma": ("_lzma",),
    "marshal": ("marshal",),
    "math": ("math",),
    "mmap": ("mmap",),
    "operator": ("_operator",),
    "os": ("posix", "nt"),
    "pickle": ("_pickle",),
    "random": ("_random",),
    "select": ("select",),
    "signal": ("_signal",),
    "socket": ("_socket",),
    "sqlite3": ("_sqlite3",),
    "ssl": ("_ssl",),
    "threading": ("_thread",),
    "time": ("time",),
    "zlib": ("zlib",),
}
"""Compiled modules that carry a module's docstrings; importing them has no effect but to load.

A name that this Python was built without is passed over.
"""

__all__ = ["CHAPTERS", "NATIVE", "SOURCES"]
