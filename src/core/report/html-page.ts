// Skeleton of a saved HTML page.
import { type Language, languageFacts } from '#core/messages/languages.ts'
import { element } from '#core/base/markup.ts'

type PageHead = Readonly<{
  language: Language
  /** Sources that the page may load and run. */
  contentSecurityPolicy: string
  /** Plain text, escaped here. */
  title: string
  style: string
  referrer?: 'no-referrer'
}>

/** `body` is markup. */
export function htmlPage(
  { language, contentSecurityPolicy, title, style, referrer }: PageHead,
  ...body: string[]
): string {
  const head = [
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${contentSecurityPolicy}">`,
    '<meta name="viewport" content="width=device-width">',
    ...(referrer === undefined ? [] : [`<meta name="referrer" content="${referrer}">`]),
    element('title', {}, title),
    element('style', {}, style),
  ]
  const page = [element('head', {}, ...head), element('body', {}, ...body)]
  return `<!doctype html>\n${element('html', { lang: languageFacts[language].tag }, ...page)}`
}
