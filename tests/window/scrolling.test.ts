// What scrolls can be scrolled with the keyboard, whatever it happens to hold: an axe rule that a browser only breaks
// where there is more to show than fits.
import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { expect, it } from 'vitest'
import { parse } from 'vue/compiler-sfc'

type Node = Readonly<{
  tag?: string
  props?: readonly Readonly<{ name: string; value?: Readonly<{ content?: string }> }>[]
  children?: readonly Node[]
}>

/** Regions that need no place in the tab order, since what they hold always has one. */
const holdControls: Readonly<Record<string, string>> = {
  'AppDialog .dialog-body': 'fields, or few words; the buttons around it are reached',
  'AppSelect .select-content': 'a list that moves its own focus',
  'CommandPalette .palette-list': 'a list that moves its own focus',
  'ComposerColumns .composer': 'fields',
  'ComposerColumns .composer-fields': 'fields',
  'ComposerColumns .composer-summary': 'the name and the start button',
  'ConfiguredHosts .offers': 'a button for each host',
  'DamageNote .damage': 'buttons for each entry',
  'DocsArticle pre': 'in the tab order by scripts/docs-markdown.ts',
  'DocsArticle table': 'in the tab order by scripts/docs-markdown.ts',
  'GroupedSelect .grouped-list': 'a list that moves its own focus',
  'ListAndDetail .list': 'a link for each row',
  'ListAndDetail .list-and-detail': 'a link for each row',
  'RailNav .rail': 'a link for each view',
  'RequestPane .pane': 'the close button',
  'ResultPage .result': 'its actions and folds',
  'ResultsViewMenu .view-menu': 'boxes',
  'RunsTable .runs-scroller': 'boxes and sortable heads',
  'SentenceBlank .blank-controls': 'fields',
  'SweepConfigurations .configurations': 'two choices',
  'SweepGrid .scroll': 'a button for each cell',
}

/** Paths by name; a deleted feature has none. */
const components = new Map(
  globSync('src/{renderer,features/*/renderer}/**/*.vue').map((path) => [
    basename(path, '.vue'),
    path,
  ]),
)

it('every region that scrolls is reached by the tab key', () => {
  const unreached = scrollingRegions().filter(({ isReached }) => !isReached)
  const known = Object.keys(holdControls).filter((name) => components.has(name.split(' ')[0] ?? ''))
  expect(unreached.map(({ name }) => name).sort()).toEqual(known.sort())
})

function scrollingRegions(): readonly Readonly<{ name: string; isReached: boolean }>[] {
  return [...components.values()].flatMap((path) => {
    const { styles, template } = parse(readFileSync(path, 'utf8')).descriptor
    const elements = template?.ast ? within(template.ast as Node) : []
    return styles
      .flatMap(({ content }) => scrollingSelectors(content))
      .map((selector) => ({
        name: `${basename(path, '.vue')} ${selector}`,
        isReached: elements.some((one) => matches(one, selector) && hasTabIndex(one)),
      }))
  })
}

/** The last part of each selector whose rule scrolls. */
function scrollingSelectors(style: string): string[] {
  const rules = style.matchAll(/([^{}]+)\{([^{}]*)\}/g)
  return [...rules]
    .filter(([, , body = '']) => /overflow(-[xy])?:\s*(auto|scroll)/.test(body))
    .map(([, selector = '']) => /([.\w-]+)\)?\s*$/.exec(selector)?.[1] ?? selector)
}

function within(node: Node): Node[] {
  return [node, ...(node.children ?? []).flatMap(within)]
}

function matches(node: Node, selector: string): boolean {
  if (!selector.startsWith('.')) return node.tag === selector
  return attribute(node, 'class')?.split(/\s+/).includes(selector.slice(1)) ?? false
}

/** A `DataTable` has one of its own. */
function hasTabIndex(node: Node): boolean {
  return attribute(node, 'tabindex') === '0' || node.tag === 'DataTable'
}

function attribute(node: Node, name: string): string | undefined {
  return node.props?.find((prop) => prop.name === name)?.value?.content
}
