// The API reference: Swagger UI on the OpenAPI document of this server. Calls use the key given under Authorize,
// otherwise the key of the console session.

const chosen = localStorage.getItem('posthorn-theme');
const dark = chosen ? chosen === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
document.documentElement.classList.toggle('dark-mode', dark);

const session = document.getElementById('session');
const response = await fetch('/console/session').catch(() => null);
if (response?.status === 200) {
  const {key} = await response.json();
  session.textContent = `Calls use your session: key ${key.name}, role ${key.role}.`;
} else {
  session.textContent = 'To call the API from here, log in to the console, or enter a key under Authorize.';
}

window.SwaggerUIBundle({
  url: '/api/v1/openapi.yaml',
  dom_id: '#reference',
  deepLinking: true,
  docExpansion: 'list',
  defaultModelsExpandDepth: 0,
  displayRequestDuration: true,
  filter: true,
  tryItOutEnabled: true,
  validatorUrl: null,
  // Changes made in a session need this header; calls with a key ignore it.
  requestInterceptor: request => {
    request.headers['X-Posthorn-Console'] = '1';
    return request;
  },
});
