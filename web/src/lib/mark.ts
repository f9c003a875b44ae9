/** That it is somebody's turn, where a hidden page can still be seen: the icon of its tab and of the installed page. */

type Badged = Partial<Pick<Navigator, "setAppBadge" | "clearAppBadge">>;

export function mark(turns: number): void {
  const icon = document.querySelector<HTMLLinkElement>("link[rel=icon]");
  const wanted = turns > 0 ? "./icon_turn.svg" : "./icon.svg";
  if (icon && icon.getAttribute("href") !== wanted) icon.setAttribute("href", wanted);
  const app: Badged = navigator;
  const done = turns > 0 ? app.setAppBadge?.(turns) : app.clearAppBadge?.();
  done?.catch(() => undefined); // not installed, or not allowed: there is nothing to mark
}
