// Shows openapi.json so that a person can read it: no library, no network beyond this server.
const element = (name, attributes = {}, ...children) => {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
};

const refName = (schema) => schema?.$ref?.split("/").pop();

// A schema as one short line, with links to the named ones.
const type = (schema) => {
  if (!schema || Object.keys(schema).length === 0) return ["anything"];
  const name = refName(schema);
  if (name) return [element("a", { href: `#schema-${name}` }, name)];
  if (schema.anyOf) return schema.anyOf.flatMap((part, i) => (i ? [" or ", ...type(part)] : type(part)));
  if (schema.enum) return [schema.enum.map((value) => JSON.stringify(value)).join(" | ")];
  if (schema.const !== undefined) return [JSON.stringify(schema.const)];
  if (schema.type === "array") return ["list of ", ...type(schema.items)];
  if (schema.type === "object" && schema.additionalProperties && schema.additionalProperties !== true)
    return ["text → ", ...type(schema.additionalProperties)];
  const bounds = ["minimum", "maximum", "minLength", "maxLength", "pattern"]
    .filter((key) => schema[key] !== undefined)
    .map((key) => `${key} ${schema[key]}`);
  return [schema.type + (bounds.length ? ` (${bounds.join(", ")})` : "")];
};

const table = (heads, rows) =>
  element("table", {},
    element("thead", {}, element("tr", {}, ...heads.map((head) => element("th", { scope: "col" }, head)))),
    element("tbody", {}, ...rows.map((row) => element("tr", {}, ...row.map((cell) => element("td", {}, ...cell))))));

const properties = (schema) => {
  const required = new Set(schema.required ?? []);
  const rows = Object.entries(schema.properties ?? {}).map(([name, property]) => [
    [element("code", {}, name)],
    type(property),
    [required.has(name) ? "required" : property.default !== undefined ? `default ${JSON.stringify(property.default)}` : ""],
    [property.description ?? ""],
  ]);
  return rows.length ? table(["Field", "Type", "", ""], rows) : element("p", {}, "No fields.");
};

const operation = (path, method, about) => {
  const parts = [element("p", {}, about.description ?? about.summary ?? "")];
  if (about.parameters?.length)
    parts.push(table(["Parameter", "In", "Type", ""], about.parameters.map((parameter) => [
      [element("code", {}, parameter.name)], [parameter.in], type(parameter.schema), [parameter.description ?? ""],
    ])));
  const body = about.requestBody?.content?.["application/json"]?.schema;
  if (body) parts.push(element("p", {}, "Body: ", ...type(body)));
  for (const [status, response] of Object.entries(about.responses ?? {})) {
    const schema = Object.values(response.content ?? {})[0]?.schema;
    parts.push(element("p", {}, element("code", {}, status), " ", response.description ?? "", schema ? ": " : "", ...(schema ? type(schema) : [])));
  }
  return element("details", {},
    element("summary", {}, element("span", { class: `method ${method}` }, method.toUpperCase()), " ", element("code", {}, path)),
    ...parts);
};

const show = (api) => {
  const groups = new Map();
  for (const [path, methods] of Object.entries(api.paths))
    for (const [method, about] of Object.entries(methods)) {
      const tag = about.tags?.[0] ?? "other";
      if (!groups.has(tag)) groups.set(tag, []);
      groups.get(tag).push(operation(path, method, about));
    }
  const content = [element("p", {}, api.info.description ?? "")];
  for (const [tag, operations] of groups)
    content.push(element("section", { "aria-label": tag }, element("h2", {}, tag), ...operations));
  content.push(element("h2", {}, "Schemas"));
  for (const [name, schema] of Object.entries(api.components?.schemas ?? {}))
    content.push(element("section", { id: `schema-${name}` }, element("h3", {}, name), properties(schema)));
  document.getElementById("content").replaceChildren(...content);
};

try {
  show(await (await fetch("openapi.json")).json());
} catch (error) {
  document.getElementById("content").replaceChildren(element("p", {}, `The API description could not be loaded: ${error}`));
}
