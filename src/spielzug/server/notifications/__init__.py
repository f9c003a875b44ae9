"""Notifications for people who are away, by browser push, mail or web hook.

Each channel is used only if the person asked for it. A notification contains only what every
spectator of the table may know, never cards.
"""
