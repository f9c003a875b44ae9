import { mount } from "svelte";
import App from "./App.svelte";
import "./app.css";
import { beginWorker } from "./lib/worker";

const target = document.getElementById("app");
if (!target) throw new Error("the page has no place for the app");

beginWorker();

export default mount(App, { target });
