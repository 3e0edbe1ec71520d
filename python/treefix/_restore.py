"""What pickle calls to restore objects: functions of a module, because it finds them by name."""

from ._treefix import Model


def model(data: bytes) -> Model:
    return Model.from_bytes(data)
