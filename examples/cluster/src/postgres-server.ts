import { existsSync, readdirSync } from 'node:fs'
import { appendFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { freePorts, ServerProcess } from './server-process.js'

/** A PostgreSQL server on loopback, as a primary or as a standby. */
export class PostgresServer {
  readonly port: number
  readonly #process: ServerProcess

  private constructor(process: ServerProcess, port: number) {
    this.#process = process
    this.port = port
  }

  /** Creates a server with an empty database `postgres` and options of `initdb`. It is not started yet. */
  static async create(...options: readonly string[]): Promise<PostgresServer> {
    const server = await this.#prepare()
    await server.#process.run(
      program('initdb'),
      '-D',
      server.data,
      '-U',
      'postgres',
      '--auth=trust',
      '-E',
      'UTF8',
      ...options,
    )
    return server
  }

  /** Creates a standby of a running server. The standby is not started yet. */
  static async createStandby(primary: PostgresServer): Promise<PostgresServer> {
    const server = await this.#prepare()
    await server.follow(primary)
    return server
  }

  static async #prepare(): Promise<PostgresServer> {
    const [port = 0] = await freePorts(1)
    return new PostgresServer(await ServerProcess.prepare('postgres'), port)
  }

  get address(): string {
    return `postgres://postgres@127.0.0.1:${this.port}/postgres`
  }

  get isRunning(): boolean {
    return this.#process.isRunning
  }

  /** Copies the data of a primary. From the next start on, this server is its standby. */
  async follow(primary: PostgresServer): Promise<void> {
    await this.kill()
    await rm(this.data, { recursive: true, force: true })
    const from = ['-h', '127.0.0.1', '-p', String(primary.port), '-U', 'postgres', '-c', 'fast']
    await this.#process.run(program('pg_basebackup'), ...from, '-D', this.data, '-R', '-X', 'stream')
    await appendFile(join(this.data, 'postgresql.auto.conf'), "synchronous_standby_names = ''\n")
  }

  async start(...options: readonly string[]): Promise<void> {
    const parameters = [
      '-D',
      this.data,
      '-h',
      '127.0.0.1',
      '-p',
      String(this.port),
      '-k',
      this.#process.folder,
      ...options,
    ]
    await this.#process.start(
      program('postgres'),
      parameters,
      async () => (await this.query('select 1')).length === 1,
    )
  }

  /** With true, each commit waits until the standby has it. Without a standby, a commit would wait for ever. */
  async commitWithStandby(isTogether: boolean): Promise<void> {
    await this.query(`alter system set synchronous_standby_names = '${isTogether ? '*' : ''}'`)
    await this.query('select pg_reload_conf()')
  }

  async promote(): Promise<void> {
    await this.query('select pg_promote()')
  }

  async query(sql: string): Promise<readonly Record<string, unknown>[]> {
    const client = new pg.Client({ connectionString: this.address, connectionTimeoutMillis: 2000 })
    client.on('error', () => undefined)
    try {
      await client.connect()
      return (await client.query<Record<string, unknown>>(sql)).rows
    } finally {
      await client.end().catch(() => undefined)
    }
  }

  async kill(signal?: NodeJS.Signals): Promise<void> {
    await this.#process.kill(signal)
  }

  async signal(signal: NodeJS.Signals): Promise<void> {
    await this.#process.signal(signal)
  }

  async remove(): Promise<void> {
    await this.#process.remove()
  }

  get data(): string {
    return join(this.#process.folder, 'data')
  }
}

/** Finds a program of PostgreSQL. Debian has a folder for each version. */
function program(name: string): string {
  const versions = existsSync('/usr/lib/postgresql') ? readdirSync('/usr/lib/postgresql') : []
  const [newest] = versions.toSorted((left, right) => Number(right) - Number(left))
  return newest === undefined ? name : `/usr/lib/postgresql/${newest}/bin/${name}`
}
