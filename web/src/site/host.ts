import type { Host } from "../lib/host";
import { PageHost, type TableWorker } from "./page_host";
import { watchUpdates } from "./updates";

export { default as HostFiles } from "./HostFiles.svelte";
export { default as HostNotices } from "./HostNotices.svelte";
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

pageHost.start();
watchUpdates();
