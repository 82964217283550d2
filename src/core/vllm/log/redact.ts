// Secrets out of log lines: vLLM prints the arguments it was given, keys and tokens included.

const hidden = '***'

/** A quote or bracket that a cut line does not close hides all that follows it. */
const secrets: readonly RegExp[] = [
  /(['"]?(?:api_key|hf_token)['"]?\s*[:=]\s*)(?:\[[^\]]*\]?|'[^']*'?|"[^"]*"?|[^\s,}'"]+)/gi,
  /((?:--api-key|--hf-token)[ =])\S+/g,
  /(Authorization['"]?\s*[:=]\s*['"]?(?:Bearer\s+)?)[^\s'",}]+/gi,
  /\b()hf_[A-Za-z0-9]{8,}/g,
]

export function withoutSecrets(line: string): string {
  return secrets.reduce((text, secret) => text.replace(secret, `$1${hidden}`), line)
}
