// Finds the remedy that the message of an exception itself contains.

const generic = /stack ?trace|traceback|root cause|report (?:this|it|a)|an issue|bug|NCCL_DEBUG/i

const advising =
  /^(?:please|consider|try|set|use|install|increase|decrease|reduce|lower|raise|specify|pass|make sure|either|you (?:can|may|should|must|need to)|to (?:fix|avoid|resolve|enable|use)\b)|\b(?:please|consider (?:\w+ing)|try (?:\w+ing|to)|must be one of|choose from|chose from|requires? `?--)/i

/** First sentence of an exception's message that says what to do, without its full stop; null if none does. */
export function adviceIn(text: string): string | null {
  const sentences = text.split(/(?<=[.!?;])\s+(?=["'`\w])|\n/)
  const advice = sentences.find(
    (sentence) => advising.test(sentence.trim()) && !generic.test(sentence),
  )
  return advice?.trim().replace(/[.\s]+$/, '') ?? null
}
