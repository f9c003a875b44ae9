import { api } from "./api";
import type { Key } from "./i18n";
import type { Contact, NotificationSettings } from "./types";
import { canUseServiceWorker } from "./pwa";

/** Why this browser cannot receive push notifications; null if it can. */
export function pushTrouble(): Key | null {
  if (!canUseServiceWorker()) return "push_needs_https";
  if (!("PushManager" in globalThis) || !("Notification" in globalThis)) return "push_unknown";
  return Notification.permission === "denied" ? "push_denied" : null;
}

/** A base64url key without padding as bytes, as the Push API wants it. */
export function keyBytes(text: string): Uint8Array<ArrayBuffer> {
  const plain = atob(text.replace(/-/g, "+").replace(/_/g, "/"));
  return Uint8Array.from(plain, (sign) => sign.charCodeAt(0));
}

/** How this device is notified while no page is open. */
class Contacts {
  shown = $state<NotificationSettings | null>(null);
  /** The secret of a webhook, shown once. */
  secret = $state("");

  of(kind: Contact["kind"]): Contact[] {
    return this.shown?.contacts.filter((one) => one.kind === kind) ?? [];
  }

  async load(): Promise<void> {
    this.shown = await api.contacts();
  }

  /** Asks the browser for permission; returns why it failed, or null. */
  async addPush(): Promise<Key | null> {
    const key = this.shown?.offers.push;
    if (!key) return "push_unknown";
    if ((await Notification.requestPermission()) !== "granted") return "push_denied";
    const worker = await navigator.serviceWorker.ready;
    try {
      const made = await worker.pushManager.subscribe({
        userVisibleOnly: true,
        applicationServerKey: keyBytes(key),
      });
      this.shown = await api.addPush(made.toJSON());
    } catch (error) {
      if (error instanceof DOMException) return "push_failed";
      throw error;
    }
    return null;
  }

  async addMail(address: string): Promise<void> {
    this.shown = await api.addMail(address);
  }

  async addHook(url: string): Promise<void> {
    const made = await api.addHook(url);
    this.secret = made.secret;
    await this.load();
  }

  async forget(contact: Contact | null): Promise<void> {
    this.shown = await api.forgetContact(contact?.id ?? null);
    this.secret = "";
    if ((contact === null || contact.kind === "push") && canUseServiceWorker()) {
      const worker = await navigator.serviceWorker.getRegistration();
      await (await worker?.pushManager.getSubscription())?.unsubscribe();
    }
  }
}

export const contacts = new Contacts();
