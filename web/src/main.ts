import { mount } from "svelte";
import App from "./App.svelte";
import "./app.css";
import { loadTexts } from "./lib/i18n";
import { settings } from "./lib/settings.svelte";
import { registerServiceWorker } from "./lib/pwa";

const target = document.getElementById("app");
if (!target) throw new Error("the page has no place for the app");

registerServiceWorker();

loadTexts(settings.lang).then(
  () => mount(App, { target }),
  () => (target.textContent = "Spielzug could not be loaded. Please reload the page."),
);
