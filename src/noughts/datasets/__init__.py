"""The positions of a board and facts about each, as columns for Arrow, Parquet, pandas or Polars.

Needs the extra `[fast]`. Each conversion needs its own extra: `[parquet]`, `[pandas]` or
`[polars]`.
"""

from noughts.system.extras import require

require("fast", "datasets")

# Only now is it certain that these can be imported:
from noughts.datasets.columns import Dataset, dataset  # noqa: E402

__all__ = ["Dataset", "dataset"]


def __dir__() -> list[str]:
    return __all__
