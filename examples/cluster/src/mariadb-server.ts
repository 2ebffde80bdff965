import { existsSync } from 'node:fs'
import { createConnection, type RowDataPacket } from 'mysql2/promise'
import { freePorts, ServerProcess } from './server-process.js'

const galeraLibrary = ['/usr/lib/galera/libgalera_smm.so', '/usr/lib64/galera-4/libgalera_smm.so'].find(
  (path) => existsSync(path),
)

/** A MariaDB server on loopback, alone or as a node of a Galera cluster. */
export class MariadbServer {
  readonly port: number
  readonly #process: ServerProcess
  readonly #cluster: readonly string[]

  private constructor(process: ServerProcess, port: number, cluster: readonly string[]) {
    this.#process = process
    this.port = port
    this.#cluster = cluster
  }

  /** Creates a server with an empty database `test`. It is not started yet. */
  static async create(): Promise<MariadbServer> {
    const [port = 0] = await freePorts(1)
    return this.#install(port, [])
  }

  /** Creates nodes of a cluster. Start the first node first, by `start('--wsrep-new-cluster')`. */
  static async createCluster(size: number): Promise<readonly MariadbServer[]> {
    if (galeraLibrary === undefined) throw new Error('This needs the package galera-4')
    const ports = await freePorts(4 * size)
    const nodes = Array.from({ length: size }, (_, index) => ports.slice(4 * index, 4 * index + 4))
    const addresses = nodes.map(([, group]) => `127.0.0.1:${group}`).join()
    return Promise.all(
      nodes.map(async ([port = 0, group = 0, increments = 0, snapshots = 0], index) => {
        const provider = [
          `base_port=${group}`,
          `gmcast.listen_addr=tcp://127.0.0.1:${group}`,
          `ist.recv_addr=127.0.0.1:${increments}`,
          // The cluster continues without a dead node after these times.
          'evs.suspect_timeout=PT2S;evs.inactive_timeout=PT4S;evs.keepalive_period=PT0.5S',
          'gcache.size=64M',
        ]
        return this.#install(port, [
          '--binlog-format=ROW',
          '--innodb-autoinc-lock-mode=2',
          '--wsrep-on=ON',
          `--wsrep-provider=${galeraLibrary}`,
          '--wsrep-cluster-name=mvc-router',
          `--wsrep-cluster-address=gcomm://${addresses}`,
          `--wsrep-node-name=node${index + 1}`,
          `--wsrep-node-address=127.0.0.1:${group}`,
          '--wsrep-sst-method=rsync',
          `--wsrep-sst-receive-address=127.0.0.1:${snapshots}`,
          `--wsrep-provider-options=${provider.join(';')}`,
        ])
      }),
    )
  }

  static async #install(port: number, cluster: readonly string[]): Promise<MariadbServer> {
    const server = await ServerProcess.prepare('mysql')
    try {
      await server.run(
        'mariadb-install-db',
        '--no-defaults',
        `--datadir=${server.folder}/data`,
        '--auth-root-authentication-method=normal',
        '--skip-test-db',
      )
    } catch (error) {
      await server.remove()
      throw error
    }
    return new MariadbServer(server, port, cluster)
  }

  get address(): string {
    return `mariadb://root@127.0.0.1:${this.port}/test`
  }

  get isRunning(): boolean {
    return this.#process.isRunning
  }

  /** Starts the server, and waits until it accepts requests. A node of a cluster must first copy the newest rows. */
  async start(...options: readonly string[]): Promise<void> {
    const { folder } = this.#process
    const parameters = [
      '--no-defaults',
      `--datadir=${folder}/data`,
      `--socket=${folder}/socket`,
      `--pid-file=${folder}/pid`,
      '--bind-address=127.0.0.1',
      `--port=${this.port}`,
      '--innodb-buffer-pool-size=64M',
      ...this.#cluster,
      ...options,
    ]
    await this.#process.start('mariadbd', parameters, async () => this.#isReady())
    await this.query('create database if not exists test')
  }

  /** Runs a query as root, without a database. */
  async query(sql: string): Promise<readonly RowDataPacket[]> {
    const connection = await createConnection({ host: '127.0.0.1', port: this.port, user: 'root' })
    // If the server is killed, the query reports the error.
    connection.on('error', () => undefined)
    try {
      const [rows] = await connection.query<RowDataPacket[]>(sql)
      return rows
    } finally {
      connection.destroy()
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

  async #isReady(): Promise<boolean> {
    if (this.#cluster.length === 0) return (await this.query('select 1')).length === 1
    const [row] = await this.query("show status like 'wsrep_local_state'")
    return row?.['Value'] === '4'
  }
}
