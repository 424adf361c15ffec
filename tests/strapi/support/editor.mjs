const links = '/content-manager/single-types/api::winbox.winbox';
const account = { email: 'editor@operator.example', password: 'Password-of-the-tests-1' };

/** @typedef {{ winbox77_my?: string | null, winboxv2_com?: string | null }} Links */

/** Somebody who works in the content service, by the routes that its panel takes. */
export class Editor {
  #url;
  #session = '';

  /** @param {string} url */
  constructor(url) {
    this.#url = url;
  }

  /**
   * The first one, who is let in to name a password.
   *
   * @param {{ url: string }} strapi
   */
  static async register({ url }) {
    const editor = new Editor(url);
    const names = { firstname: 'First', lastname: 'Editor' };
    await editor.#ask('POST', '/admin/register-admin', { ...names, ...account });
    await editor.signIn();
    return editor;
  }

  async signIn() {
    const { data } = await this.#ask('POST', '/admin/login', account);
    this.#session = data.accessToken;
  }

  /** @param {Links} changed */
  async saveDraft(changed) {
    await this.#ask('PUT', links, changed);
  }

  /** @param {Links} changed */
  async publish(changed) {
    await this.#ask('POST', `${links}/actions/publish`, changed);
  }

  /** @param {string} name */
  async revokeToken(name) {
    const { data } = await this.#ask('GET', '/admin/api-tokens');
    const token = data.find((/** @type {{ name: string }} */ token) => token.name === name);
    await this.#ask('DELETE', `/admin/api-tokens/${token.id}`);
  }

  /**
   * @param {string} method
   * @param {string} path
   * @param {object} [body]
   */
  async #ask(method, path, body) {
    const response = await fetch(this.#url + path, {
      method,
      headers: {
        'Content-Type': 'application/json',
        ...(this.#session && { Authorization: `Bearer ${this.#session}` }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return JSON.parse(text);
  }
}
