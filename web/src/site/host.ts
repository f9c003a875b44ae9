import { mount } from "svelte";
import type { Host } from "../lib/host";
import HostNotices from "./HostNotices.svelte";
import { PageHost, type TableWorker } from "./page_host";
import { watchUpdates } from "./updates";

export { default as HostFiles } from "./HostFiles.svelte";
export { default as NeedsServer } from "./NeedsServer.svelte";

const pageHost = new PageHost(
  () =>
    new Worker(new URL("./table_worker.ts", import.meta.url), {
      type: "module",
      name: "spielzug-tables",
    }) as TableWorker,
);

/** Tables in a worker of this browser. */
export const host: Host = pageHost;

mount(HostNotices, { target: document.body });
pageHost.start();
watchUpdates();
