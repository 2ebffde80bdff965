import { Link } from './route-components.js'

interface MessageProps {
  readonly title: string
  readonly message: string
}

export function Page({ title, message }: MessageProps) {
  return (
    <>
      <h1>{title}</h1>
      <p className="lead">{message}</p>
      <p>
        <Link action="catalogueController.home">To the front of the shop</Link>
      </p>
    </>
  )
}
