// Messages of `kneepoint mcp`.
export const mcpMessages = {
  'cli.mcp.listening': 'MCP at {url}\nSend the header  Authorization: Bearer {token}',
  'cli.mcp.tooCostly':
    'This would take about {gpuSeconds} GPU seconds and {tokens} tokens; more than {mostGpuSeconds} and {mostTokens} need the agreement of the user.',
  'cli.mcp.tooCostly.remedy':
    'Show the user this estimate; after they agree, call again with confirmed true. Or ask for less.',
  'cli.mcp.decidedHere': '{flag} is decided by the tool.',
  'cli.mcp.decidedHere.remedy': 'Leave it out; serverId says where the load goes.',
  'cli.mcp.noPreset': 'There is no preset "{name}".',
  'cli.mcp.otherVariable': '{name} is not among the variables that hold keys for agents.',
  'cli.mcp.otherVariable.remedy':
    'Ask the user to set the key as KNEEPOINT_KEY_ and a name, where kneepoint mcp is started.',
  'cli.mcp.noVariable':
    'The environment variable {name} is not set in the process of kneepoint mcp.',
  'cli.mcp.noVariable.remedy':
    'Ask the user to set it where the agent starts kneepoint mcp, and to start it again.',
  'cli.mcp.tunesNothing': 'The file tunes no flags of a server.',
  'cli.mcp.tunesNothing.remedy':
    'Give it objective, limits, flags and budget; run_sweep measures loads.',
  'cli.mcp.noListedServer': 'The server of the file is not in the list.',
  'cli.mcp.noListedServer.remedy': 'Name one of list_servers under servers, or start one first.',
  'cli.mcp.serverGone': 'The server was removed while it started.',
  'cli.mcp.noRun': 'No single run has an id that begins with "{name}".',
  'cli.mcp.noRun.remedy': 'See list_runs.',
} as const
