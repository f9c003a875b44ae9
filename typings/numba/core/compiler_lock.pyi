from contextlib import AbstractContextManager

global_compiler_lock: AbstractContextManager[None]
