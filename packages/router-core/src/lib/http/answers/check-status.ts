import { wrongOption } from '../../exceptions.js'

/** @throws ConfigurationException for a number that is not the status of a whole answer */
export function checkStatus(by: string, status: number | undefined): void {
  if (status !== undefined && !(Number.isInteger(status) && status >= 200 && status <= 599))
    throw wrongOption(by, 'expected a status from 200 to 599')
}
