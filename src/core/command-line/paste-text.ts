// Removes the surroundings of commands in pasted text: Markdown fences, shell prompts, e-mail quote marks.
import { withoutColours } from '#core/base/printable.ts'

/** Text in fences if there is any, else all of it. */
export function commandText(text: string): string {
  const plain = withoutColours(withJoinedStrings(withoutMarkup(text))).replace(
    /[\u200b-\u200d\u2060\ufeff]/g,
    '',
  )
  const added = withoutDiffMarks(plain)
  const fenced = [...added.matchAll(/^[ \t>]*(`{3,}|~{3,}).*\n([^]*?)^[ \t>]*\1[ \t]*$/gm)]
  const body = fenced.length === 0 ? added : fenced.map(([, , inside]) => inside).join('\n')
  const lines = body.split(/\r?\n/).filter((line) => !/^\s*(?:`{3,}|~{3,})\w*\s*$/.test(line))
  const dense = lines.filter((line, at) => line.trim() !== '' || lines[at - 1]?.trim() !== '')
  return withoutQuoteMarks(dense).map(withoutPrompt).join('\n')
}

const entities: Readonly<Record<string, string>> = {
  ...{ '&quot;': '"', '&#34;': '"', '&#39;': "'", '&#x27;': "'", '&apos;': "'" },
  ...{ '&lt;': '<', '&gt;': '>', '&nbsp;': ' ', '&amp;': '&' },
}

/** Converts the source of a web page to its text. */
function withoutMarkup(text: string): string {
  if (!/<\/(?:code|pre|p)>|&(?:quot|#39|#x27|apos);/.test(text)) return text
  return text
    .replace(/<\/?(?:code|pre|p|span|div|b|em|strong)(?:\s[^<>]*)?>|<br\s*\/?>/g, '\n')
    .replace(/&(?:\w+|#x?\w+);/g, (entity) => entities[entity] ?? entity)
}

/** Joins neighbouring string literals of a programming language, without their prefixes. */
function withJoinedStrings(text: string): string {
  return text
    .replace(/(["'])[ \t]*\n[ \t]*[fFrRbBuU]{0,2}\1(?=[^\n])/g, '')
    .replace(
      /(?<=[(=+]\s*)[fFrRbBuU]{1,2}(?=(["'])[^\n]*\s[^\n]*\1)/g,
      (prefix, _, at: number, all: string) =>
        endsQuoted(all.slice(all.lastIndexOf('\n', at) + 1, at)) ? prefix : '',
    )
}

/** Whether a quote is open at the end of a line: `'gpu=B' 'b c'` has no prefix. */
function endsQuoted(line: string): boolean {
  return /["']/.test(line.replaceAll(/\\.|"(?:\\.|[^"\\])*"|'[^']*'/g, ''))
}

/** Keeps the lines that a diff adds. */
function withoutDiffMarks(text: string): string {
  return (text.match(/^\+\S/gm) ?? []).length < 2 ? text : text.replace(/^\+/gm, '')
}

/** Removes quote marks of e-mail and continuation prompts of a shell; a single marked line is a redirection. */
function withoutQuoteMarks(lines: readonly string[]): readonly string[] {
  const written = lines.filter((line) => line.trim() !== '')
  const [first = '', ...others] = written
  const isMarked = (line: string) => /^\s*>{1,2}(?:\s|$)/.test(line)
  const followsPrompt = withoutPrompt(first) !== first && others.length > 0
  if (!others.every(isMarked) || !(isMarked(first) || followsPrompt)) return lines
  return lines.map((line) => line.replace(/^\s*>{1,2}\s?/, ''))
}

/** Prompt at the start of a line, with the environment that conda and venv prepend. */
const prompt = new RegExp(
  String.raw`^\s*(?:\([\w.+-]+\)\s*)?(?:` +
    [
      String.raw`PS(?: [^>\n]*)?>\s?`,
      String.raw`[A-Za-z]:\\[^>\n]*>\s?`,
      String.raw`>>>\s`,
      String.raw`In \[\d*\]:\s*`,
      String.raw`\[?[\w.-]+@[\w.-]+[^#$%>\n]*[#$%>]\s`,
      String.raw`(?:ba|z|da)?sh(?:-[\d.]+)?[$#%]\s`,
      String.raw`[^\s#\x60'"-][^\s#]*[#$%]\s`,
      String.raw`[❯➜λ»]\s`,
      String.raw`[$%]\s`,
      String.raw`\++\s(?=\S)`,
    ].join('|') +
    String.raw`)\s*[!%]?`,
)

function withoutPrompt(line: string): string {
  if (/^\s*!\w/.test(line)) return line.replace('!', '')
  return line.replace(prompt, '')
}
