// Content security policy of the page, however it is served: only its own resources and addresses.

const directives = {
  'default-src': "'none'",
  'script-src': "'self'",
  // ECharts positions its tooltips with style attributes.
  'style-src': "'self' 'unsafe-inline'",
  'img-src': "'self' data: blob:",
  'font-src': "'self'",
  'connect-src': "'self'",
  'base-uri': "'none'",
  'form-action': "'none'",
  'frame-ancestors': "'none'",
}

export const contentSecurityPolicy = Object.entries(directives)
  .map((directive) => directive.join(' '))
  .join('; ')
