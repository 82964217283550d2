// Distinguishes pasted launches: a command line, or a configuration file of vLLM.

/** A file begins with `key: value`, after comments; a command line never does. */
export function isLaunchFile(text: string): boolean {
  if (isContainerFile.test(text)) return false
  const lines = text.split('\n').map((line) => line.trim())
  const first = lines.find((line) => line !== '' && line !== '---' && !line.startsWith('#')) ?? ''
  return /^(\{|["']?[A-Za-z][\w-]*["']?\s*:(\s|$))/.test(first)
}

/** Compose and Kubernetes files name an image beside the command. */
const isContainerFile = /^\s*(?:- )?["']?image["']?\s*:/m
