// Arithmetic of a shell, as `$((CONCURRENCY * 10))`: whole numbers, variables, + - * / % and parentheses.

/** Null if a variable is not known or the text is no such sum. */
export function shellSum(
  text: string,
  valueOf: (name: string) => string | undefined,
): number | null {
  const tokens = text.match(/\d+|\$?\{?[A-Za-z_]\w*\}?|[^\s]/g) ?? []
  let at = 0
  const atom = (): number => {
    const token = tokens[at++] ?? ''
    if (token === '-') return -atom()
    if (token === '(') {
      const inside = sum()
      return tokens[at++] === ')' ? inside : NaN
    }
    const name = /^\$?\{?([A-Za-z_]\w*)\}?$/.exec(token)?.[1]
    const value = name === undefined ? token : (valueOf(name) ?? '')
    return /^\d+$/.test(value) ? Number(value) : NaN
  }
  const product = (): number => {
    let value = atom()
    for (;;) {
      const operator = tokens[at]
      if (operator !== '*' && operator !== '/' && operator !== '%') return value
      at++
      const next = atom()
      if (operator === '*') value *= next
      else value = operator === '/' ? Math.trunc(value / next) : value % next
    }
  }
  const sum = (): number => {
    let value = product()
    while (tokens[at] === '+' || tokens[at] === '-') {
      value += tokens[at++] === '+' ? product() : -product()
    }
    return value
  }
  const value = sum()
  return at === tokens.length && Number.isSafeInteger(value) ? value : null
}
