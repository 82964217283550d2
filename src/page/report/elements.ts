// Elements of the page and of its images. Words go in as text, so that nothing in them is markup.

type Attributes = Readonly<Record<string, string | number>>
type Child = Node | string

export function html<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Attributes = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Name] {
  return filled(document.createElement(name), attributes, children)
}

export function svg<Name extends keyof SVGElementTagNameMap>(
  name: Name,
  attributes: Attributes = {},
  ...children: readonly Child[]
): SVGElementTagNameMap[Name] {
  return filled(document.createElementNS('http://www.w3.org/2000/svg', name), attributes, children)
}

function filled<Kind extends Element>(
  element: Kind,
  attributes: Attributes,
  children: readonly Child[],
): Kind {
  for (const [name, value] of Object.entries(attributes)) {
    // A hundredth of a pixel is nothing anybody sees.
    const text = typeof value === 'number' ? String(Math.round(value * 100) / 100) : value
    element.setAttribute(name, text)
  }
  element.append(...children)
  return element
}

/** The part of a section that is drawn; null where the report has no such section. */
export function drawnPart(section: string): HTMLElement | null {
  return document.querySelector<HTMLElement>(`#${section} .drawn`)
}
