// Addresses that only programs on the same machine reach.

export function isLoopback(hostname: string): boolean {
  return /^(127\.|\[::1\]$|localhost$)/.test(hostname)
}
