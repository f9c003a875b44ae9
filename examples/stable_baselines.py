"""Stable-Baselines3 on the Gymnasium environments: one seat learns against a bot.

    pip install 'spielzug[learn]'
    python examples/stable_baselines.py spielzug/Zwergenzugfahrt-v1 --steps 200000

At any moment most choices are illegal, so the learner has to know which ones are legal. That is
what `MaskablePPO` from sb3-contrib is for: it asks the environment for `action_masks`.
"""

from __future__ import annotations

import argparse

import gymnasium
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.evaluation import evaluate_policy

import spielzug.envs.gymnasium  # noqa: F401 - registers the environments


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else "")
    parser.add_argument("name", nargs="?", default="spielzug/Zwergenzugfahrt-v1")
    parser.add_argument("--bot", default="random", help="the bot at the other seats")
    parser.add_argument("--steps", type=int, default=100_000)
    parser.add_argument("--test", type=int, default=200, help="test games before and after")
    parser.add_argument("--round", type=int, default=2048, help="steps between two updates")
    parser.add_argument("--save", help="file to save the trained model to")
    parser.add_argument("--seed", type=int, default=1)
    wish = parser.parse_args()

    env = gymnasium.make(wish.name, opponents=wish.bot)
    env.reset(seed=wish.seed)
    model = MaskablePPO(
        "MlpPolicy", env, n_steps=wish.round, batch_size=min(256, wish.round), seed=wish.seed
    )

    def tell(when: str) -> None:
        reward, error = evaluate_policy(model, env, n_eval_episodes=wish.test, warn=False)
        print(
            f"{when}: mean reward {reward:+.3f} ± {error / wish.test**0.5:.3f} against {wish.bot}"
        )

    tell("before")
    model.learn(wish.steps)
    tell(f"after {wish.steps:,} steps")
    if wish.save:
        model.save(wish.save)


if __name__ == "__main__":
    main()
