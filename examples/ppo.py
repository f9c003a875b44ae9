"""A player that teaches itself: PPO against itself, in one file, on `spielzug.envs.Batch`.

    pip install 'spielzug[learn]'
    python examples/ppo.py game_of_trains --minutes 5
    python examples/ppo.py zwergenzugfahrt --device cuda --size 8192 --minutes 5

One net plays all seats, and sees the table as the seat to act does. Each seat has its own thread
of decisions through a game: its reward comes when the game ends, whoever makes the last move. In
the style of CleanRL: everything is here, and nothing is clever. The script reports the share of
wins against `greedy`: one half means equally good (with two seats).
"""

from __future__ import annotations

import argparse
import time
from typing import Any, NamedTuple

import numpy as np
import torch
from torch import Tensor, nn

from spielzug.envs import Batch, unpack

ROUNDS = 64  # decisions of every game between two updates
EPOCHS, PARTS = 2, 8
DISCOUNT, TRACE, CLIP, ENTROPY, VALUE, NORM = 0.997, 0.95, 0.2, 0.01, 0.5, 0.5


class Net(nn.Module):
    """Logits of all choices, and the reward that the seat to act can expect."""

    def __init__(self, batch: Batch, width: int = 256) -> None:
        super().__init__()
        space = batch.game.observation
        self.choices = batch.n_actions
        low, high = torch.tensor(space.low).float(), torch.tensor(space.high).float()
        self.register_buffer("low", low)
        self.register_buffer("scale", 1 / (high - low).clamp(min=1))
        self.body = nn.Sequential(
            nn.Linear(space.size, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU()
        )
        self.logits = nn.Linear(width, self.choices)
        self.value = nn.Linear(width, 1)
        nn.init.orthogonal_(self.logits.weight, 0.01)

    def forward(self, seen: Tensor, mask: Tensor) -> tuple[Tensor, Tensor]:
        inside = self.body((seen.float() - self.low) * self.scale)
        legal = unpack(mask, self.choices).bool()
        return self.logits(inside).masked_fill(~legal, -1e9), self.value(inside).squeeze(-1)


class Rollout(NamedTuple):
    """What happened: one row per round and one column per game."""

    seen: Tensor
    mask: Tensor
    actor: Tensor
    action: Tensor
    logp: Tensor
    value: Tensor
    reward: Tensor
    done: Tensor


def arrays(batch: Batch, device: str) -> tuple[Tensor, ...]:
    """Tensors that share the batch's own memory: they change with every step."""
    own = (batch.observation, batch.mask, batch.actor, batch.reward, batch.done)
    return tuple(torch.as_tensor(array, device=device) for array in own)


@torch.no_grad()
def play(net: Net, batch: Batch, views: tuple[Tensor, ...]) -> Rollout:
    rows: list[tuple[Tensor, ...]] = []
    seen, mask, actor, reward, done = views
    for _ in range(ROUNDS):
        before = seen.clone(), mask.clone(), actor.long()
        logits, value = net(seen, mask)
        odds = torch.distributions.Categorical(logits=logits, validate_args=False)
        action = odds.sample()
        batch.step(action)
        rows.append((*before, action, odds.log_prob(action), value, reward.clone(), done != 0))
    return Rollout(*map(torch.stack, zip(*rows, strict=True)))


@torch.no_grad()
def advantages(net: Net, views: tuple[Tensor, ...], r: Rollout) -> tuple[Tensor, Tensor]:
    """How much better each decision went than expected, and whether that is known yet.

    Walks backwards through time and keeps what comes next for every seat of every game. If a game
    is still going when the rollout ends, a seat that has not decided again learns nothing from its
    last decision.
    """
    seen, mask, actor = views[:3]
    games, seats = r.reward.shape[1:]
    index = torch.arange(games, device=seen.device)
    value = torch.zeros((games, seats), device=seen.device)
    gain, reward = torch.zeros_like(value), torch.zeros_like(value)
    known = torch.zeros_like(value, dtype=torch.bool)
    value[index, actor.long()] = net(seen, mask)[1]
    known[index, actor.long()] = True
    found, sure = torch.zeros_like(r.value), torch.zeros_like(r.value, dtype=torch.bool)
    for t in reversed(range(len(r.value))):
        ended = r.done[t].unsqueeze(-1)
        value, gain = value.masked_fill(ended, 0), gain.masked_fill(ended, 0)
        reward = torch.where(ended, r.reward[t], reward)
        known = known | ended
        at = index, r.actor[t]
        delta = reward[at] + DISCOUNT * value[at] - r.value[t]
        found[t] = delta + DISCOUNT * TRACE * gain[at]
        sure[t] = known[at]
        value[at], gain[at], reward[at], known[at] = r.value[t], found[t], 0.0, True
    return found, sure


def learn(net: Net, optimizer: Any, r: Rollout, gains: Tensor, sure: Tensor) -> None:
    wanted = gains + r.value
    flat = [part.flatten(0, 1)[sure.flatten()] for part in (r.seen, r.mask, r.action, r.logp)]
    gains, wanted = gains[sure], wanted[sure]
    gains = (gains - gains.mean()) / (gains.std() + 1e-8)
    for _ in range(EPOCHS):
        for part in torch.randperm(len(gains), device=gains.device).chunk(PARTS):
            seen, mask, action, logp = (whole[part] for whole in flat)
            logits, value = net(seen, mask)
            odds = torch.distributions.Categorical(logits=logits, validate_args=False)
            ratio = (odds.log_prob(action) - logp).exp()
            gain = gains[part]
            better = torch.min(ratio * gain, ratio.clamp(1 - CLIP, 1 + CLIP) * gain)
            off = (value - wanted[part]).square()
            loss = -better.mean() + VALUE * off.mean() - ENTROPY * odds.entropy().mean()
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(net.parameters(), NORM)
            optimizer.step()


@torch.no_grad()
def against(net: Net, game: str, seats: int, bot: str, games: int, device: str) -> float:
    """The share of games won against this bot at all other seats, from every seat equally often."""
    won, played = 0.0, 0
    for own in range(seats):
        bots = [None if seat == own else bot for seat in range(seats)]
        batch = Batch(game, games // seats, seats, device=device, seed="test", opponents=bots)
        seen, mask, _, reward, done = arrays(batch, device)
        share = torch.full((batch.size,), torch.nan, device=device)
        while share.isnan().any():  # the first game of every row, however long it takes
            batch.step(net(seen, mask)[0].argmax(-1))
            first = share.isnan() & (done != 0)
            share[first] = (reward[first, own] * (seats - 1) + 1) / seats
        won, played = won + float(share.sum()), played + batch.size
    return won / played


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else "")
    parser.add_argument("game")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--size", type=int, default=512, help="games played at once")
    parser.add_argument("--minutes", type=float, default=5.0)
    parser.add_argument("--updates", type=int, default=10**9, help="stop after this many updates")
    parser.add_argument("--test", type=int, default=1000, help="games per test against greedy")
    parser.add_argument("--every", type=int, default=50, help="updates between two tests")
    parser.add_argument("--rate", type=float, default=5e-4, help="learning rate")
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--seed", type=int, default=1)
    wish = parser.parse_args()

    torch.manual_seed(wish.seed)
    np.random.seed(wish.seed)
    batch = Batch(wish.game, wish.size, wish.seats, device=wish.device, seed=wish.seed)
    net = Net(batch).to(wish.device)
    optimizer = torch.optim.Adam(net.parameters(), lr=wish.rate, eps=1e-5)
    views, begin = arrays(batch, wish.device), time.monotonic()
    for update in range(wish.updates):
        spent = time.monotonic() - begin
        if update % wish.every == 0 or spent > 60 * wish.minutes:
            share = against(net, wish.game, wish.seats, "greedy", wish.test, wish.device)
            decisions = update * ROUNDS * wish.size
            wins = f"{share:.1%} wins against greedy"
            print(f"{spent:6.0f} s, {decisions:12,} decisions: {wins}", flush=True)
        if spent > 60 * wish.minutes:
            break
        rollout = play(net, batch, views)
        learn(net, optimizer, rollout, *advantages(net, views, rollout))


if __name__ == "__main__":
    main()
