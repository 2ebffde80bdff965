import { UsageException } from '../terminal/usage-exception.js'
import type { Command } from './command.js'

/** @param words returns the options of each command by the command's name */
export function completionCommand(words: () => Promise<ReadonlyMap<string, readonly string[]>>): Command {
  return {
    name: 'completion',
    readsRoutes: false,
    summary: 'Prints the completion of a shell: bash, zsh or fish.',
    synopsis: 'SHELL',
    example: 'mvc-router completion bash >> ~/.bashrc',
    options: {},
    names: [['SHELL', 'bash, zsh or fish: mvc-router completion fish | source']],
    async run({ positionals: [shell, ...others] }, terminal) {
      const write = scripts.get(shell ?? '')
      if (write === undefined || others.length > 0)
        throw new UsageException('Expected one shell: bash, zsh or fish', 'mvc-router completion bash')
      terminal.print(write(await words()))
      return 0
    },
  }
}

type Write = (words: ReadonlyMap<string, readonly string[]>) => string

const bash: Write = (words) => {
  const cases = Array.from(words, ([name, options]) => `    ${name}) words='${options.join(' ')}' ;;`)
  return [
    '_mvc_router() {',
    `  local words='${[...words.keys()].join(' ')}'`,
    '  [ "$COMP_CWORD" -gt 1 ] && case "${COMP_WORDS[1]}" in',
    ...cases,
    "    *) words='' ;;",
    '  esac',
    '  COMPREPLY=($(compgen -W "$words" -- "${COMP_WORDS[COMP_CWORD]}"))',
    '}',
    'complete -o default -F _mvc_router mvc-router',
  ].join('\n')
}

const scripts: ReadonlyMap<string, Write> = new Map([
  ['bash', bash],
  ['zsh', (words) => `autoload -U +X bashcompinit && bashcompinit\n${bash(words)}`],
  [
    'fish',
    (words) =>
      [
        `complete -c mvc-router -n __fish_use_subcommand -a '${[...words.keys()].join(' ')}'`,
        ...Array.from(
          words,
          ([name, options]) =>
            `complete -c mvc-router -n '__fish_seen_subcommand_from ${name}' -a '${options.join(' ')}'`,
        ),
      ].join('\n'),
  ],
])
