"""How the weights are moved: AdamW, a short warm-up, and a rate that falls as half a cosine."""

from __future__ import annotations

import math
from collections.abc import Sequence

import torch
from torch import nn

__all__ = ["optimizer_and_plan"]


def optimizer_and_plan(
    net: nn.Module, steps: int, rate: float, fresh: Sequence[str], faster: float
) -> tuple[torch.optim.Optimizer, torch.optim.lr_scheduler.LRScheduler]:
    """Return the optimizer of a network, and the plan of its rate, which is to be stepped after each batch.

    Parameters
    ----------
    net : nn.Module
    steps : int
        Batches in all.
    rate : float
        The highest learning rate, reached after a tenth of the steps.
    fresh : sequence of str
        Parameters with one of these in their name have the most to learn: heads, and what the encoder did not have.
    faster : float
        How many times as fast those learn.
    """
    parts: tuple[list[nn.Parameter], list[nn.Parameter]] = ([], [])
    for name, parameter in net.named_parameters():
        if parameter.requires_grad:
            parts[any(part in name for part in fresh)].append(parameter)
    optimizer = torch.optim.AdamW([{"params": parts[0], "lr": rate}, {"params": parts[1], "lr": rate * faster}], weight_decay=0.01)
    warm = max(1, steps // 10)
    plan = torch.optim.lr_scheduler.LambdaLR(optimizer, lambda step: min((step + 1) / warm, 0.5 + 0.5 * math.cos(math.pi * min(1.0, step / steps))))
    return optimizer, plan
