// Analyses a pattern that splits texts: whether a match may contain an ASCII letter and a space after it. Patterns use
// Oniguruma's syntax; an unsupported one counts as uncertain.

/**
 * `apart`: no match contains both, and no match up to the letter depends on the text after it. `between`: also, every letter is
 * part of a match, so that a match ends there.
 */
export type SpaceSplitting = 'unsure' | 'apart' | 'between'

/** A character, or an alternative of several, and its quantifier. */
type Atom = Readonly<{
  mayTake: (character: string) => boolean
  /** Whether a single character suffices. */
  isEnough: boolean
  quantifier: string
}>

const letters = [...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ']

export function spaceSplitting(pattern: string): SpaceSplitting {
  const alternatives = alternativesOf(pattern)
  if (alternatives === null || alternatives.some((each) => mayJoin(each) || mayBeEmpty(each))) {
    return 'unsure'
  }
  const isMatched = (letter: string) => alternatives.some((each) => matchesAlone(each, letter))
  return letters.every(isMatched) ? 'between' : 'apart'
}

/** Syntax with a different meaning here: line ends outside sets, intersections, other classes; possessive quantifiers. */
const otherHere =
  /^(?:\\.|\[(?:\\.|[^\]\\])*\]|[^[\\$])*\$|&&|\\(?![prnsSz])[A-Za-z]|\\p\{(?![LMNPS][a-z]?\})/

/** The same pattern for JavaScript; null if it is not known to match identically. */
export function patternHere(pattern: string): RegExp | null {
  if (spaceSplitting(pattern) === 'unsure' || otherHere.test(pattern)) return null
  try {
    return new RegExp(pattern.replaceAll(String.raw`\z`, '$'), 'gu')
  } catch {
    return null
  }
}

/** Whether a match may contain a letter and later a space. */
function mayJoin(atoms: readonly Atom[]): boolean {
  const letter = atoms.findIndex(takesLetter)
  const space = atoms.findLastIndex(({ mayTake }) => mayTake(' '))
  if (letter === -1 || letter > space) return false
  return letter < space || !['', '?', '?+'].includes(atoms[space]?.quantifier ?? '')
}

function mayBeEmpty(atoms: readonly Atom[]): boolean {
  return !atoms.some(isNeeded)
}

/** Whether a letter matches in any context. */
function matchesAlone(atoms: readonly Atom[], letter: string): boolean {
  const [needed, ...others] = atoms.filter(isNeeded)
  if (needed === undefined || others.length > 0) return false
  if (!needed.isEnough || !needed.mayTake(letter)) return false
  const before = atoms.slice(0, atoms.indexOf(needed))
  // A possessive atom before it could consume the letter.
  return !before.some(({ quantifier, mayTake }) => quantifier.endsWith('+') && mayTake(letter))
}

function takesLetter({ mayTake }: Atom): boolean {
  return letters.some(mayTake)
}

function isNeeded({ quantifier }: Atom): boolean {
  return !/^(?:[?*]|\{0)/.test(quantifier)
}

const quantifier = String.raw`(?<quantifier>(?:[?*+]|\{\d+(?:,\d*)?\})?\+?)`
const bracket = String.raw`\[(?:\\.|\[[^\]]*\]|[^\]\\[])*\]`
const words = String.raw`\((?:\?i?:)?(?:['\w|]|\[\w+\])+\)`
const character = String.raw`\\p\{\w+\}|\\[srn]|[ '\w\u0080-\uffff]`
const atomAt = new RegExp(`(?:(?<set>${bracket}|${character})|${words})${quantifier}`, 'suy')
/** Lookaheads of at most one character. */
const endingAt = /\(\?!\\S\)|\\z|\$/y

function alternativesOf(pattern: string): readonly (readonly Atom[])[] | null {
  const alternatives: Atom[][] = []
  for (let at = -1; at < pattern.length;) {
    if (at >= 0 && pattern[at] !== '|') return null
    const read = readAtoms(pattern, at + 1)
    alternatives.push(read.atoms)
    at = read.end
  }
  return alternatives
}

/** Atoms, as far as supported. */
function readAtoms(pattern: string, start: number): Readonly<{ atoms: Atom[]; end: number }> {
  const atoms: Atom[] = []
  let end = start
  for (;;) {
    const ending = matchAt(endingAt, pattern, end)
    if (ending !== null && atoms.some(isNeeded) && !atoms.some(takesLetter)) {
      end += ending[0].length
      continue
    }
    const found = matchAt(atomAt, pattern, end)
    const atom = found && atomOf(found.groups)
    if (!atom) return { atoms, end }
    atoms.push(atom)
    end += found[0].length
  }
}

function matchAt(sticky: RegExp, text: string, at: number): RegExpExecArray | null {
  sticky.lastIndex = at
  return sticky.exec(text)
}

function atomOf({ set, quantifier = '' }: Partial<Record<string, string>> = {}): Atom | null {
  if (set === undefined) {
    return { mayTake: (one) => /[\w']/.test(one), isEnough: false, quantifier }
  }
  const mayTake = memberOf(set)
  // Some engines read {1}+ as more than one.
  const isEnough = ['', '+', '++'].includes(quantifier) || /^\{1,\d*\}$/.test(quantifier)
  return mayTake && { mayTake, isEnough, quantifier }
}

/** Sets may be intersected: `[a&&[b]]`. Null for a set whose meaning differs here. */
function memberOf(set: string): Atom['mayTake'] | null {
  const [first = '', ...others] = set.startsWith('[') ? set.slice(1, -1).split('&&') : [set]
  const sets = [set.startsWith('[') ? `[${first}]` : first, ...others]
  if (sets.some((each) => /^.+(?<!\\)\[/s.test(each))) return null
  try {
    const all = sets.map((each) => new RegExp(each.replaceAll(/\\p\{Han\}/g, '\\p{sc=Han}'), 'u'))
    return (one) => all.every((each) => each.test(one))
  } catch {
    return null
  }
}
