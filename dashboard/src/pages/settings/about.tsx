/** Which Ferryman this is, and where its API is described. */
export function About() {
  return (
    <section aria-labelledby="about">
      <h2 id="about">This service</h2>
      <p>Ferryman {__FERRYMAN_VERSION__}</p>
      <p>
        This page makes no call that the API does not offer to everyone:{' '}
        <a href="/v1">the calls for people</a>, <a href="/v1/openapi.json">the OpenAPI document</a>.
      </p>
    </section>
  );
}
