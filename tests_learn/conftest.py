"""Limits torch to one thread: nets this small gain nothing from a second one."""

from __future__ import annotations

import torch

torch.set_num_threads(1)
