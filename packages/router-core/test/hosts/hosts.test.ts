import { hosts } from './hosts.js'
import { describeHost } from './describe-host.js'

for (const host of hosts) describeHost(host)
