from llvmlite import ir
from numba import types
from numba.core.datamodel.manager import DataModelManager

class DataModel:
    def __init__(self, dmm: DataModelManager, fe_type: types.Type) -> None: ...

class OpaqueModel(DataModel): ...

class PrimitiveModel(DataModel):
    def __init__(self, dmm: DataModelManager, fe_type: types.Type, be_type: ir.Type) -> None: ...
