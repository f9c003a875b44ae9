"""Nets this small gain nothing from a second thread, and other processes run beside."""

from __future__ import annotations

import torch

torch.set_num_threads(1)
