// Apart from what reads skills, so that whoever only declares the extension brings nothing else along.

export const SKILLS_EXTENSION = 'io.modelcontextprotocol/skills'
