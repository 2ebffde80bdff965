interface PageProps {
  readonly title: string
  readonly paragraphs: readonly string[]
}

export function Page({ title, paragraphs }: PageProps) {
  return (
    <>
      <h1>{title}</h1>
      {paragraphs.map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
    </>
  )
}
