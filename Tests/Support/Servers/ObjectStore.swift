import Fixtures
import Foundation

/// An object store that speaks S3 and judges signatures by itself: moto, which `.ci/python-packages` fetches once from the Python package index.
/// Its bucket is called `bucket`; what is asked for without a signature is refused.
public final class ObjectStore: Sendable {
    public let port = Port.free()
    private let scratch = Scratch()
    private let process: FixtureProcess
    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../../..").standardized
    private static let path: [String: String?] = ["PYTHONPATH": root.path + "/.build/moto", "PYTHONDONTWRITEBYTECODE": "1"]

    /// Whether moto could be fetched, now or before.
    public static var isThere: Bool {
        (try? runTool([root.path + "/.ci/python-packages", "moto"], timeout: .seconds(300))) != nil  // why not matters to none
    }

    public init() throws {
        try scratch.write(Self.server, to: "server.py")
        // What is asked before there is anyone who may.
        let environment = Self.path.merging(["INITIAL_NO_AUTH_ACTION_COUNT": "4"]) { $1 }
        process = try FixtureProcess(
            ["/usr/bin/python3", scratch.file("server.py"), "\(port)", scratch.file("key")], environment: environment, log: scratch.file("log"))
        let (process, key) = (process, scratch.file("key"))
        try waitUntil("the object store: \(process.output.suffix(500))", timeout: .seconds(60)) {
            try process.expectRunning()
            return !textOfFile(key).isEmpty
        }
    }

    // Before its directory goes.
    deinit { kill() }

    public func url(_ rest: String) -> String { "http://127.0.0.1:\(port)/\(rest)" }
    /// The file with the key that it takes.
    public var key: String { scratch.file("key") }

    public func kill() { process.kill() }

    /// Copies the objects whose names begin with `prefix` into a folder, by the names behind it: playlists first, so that what they name is there.
    public func copy(_ prefix: String, into folder: String) throws {
        try runTool(["/usr/bin/python3", "-c", Self.reader, "\(port)", key, prefix, folder], environment: Self.path)
    }

    private static let server = """
        import boto3, json, os, sys, threading
        from moto.server import ThreadedMotoServer
        ThreadedMotoServer(ip_address="127.0.0.1", port=int(sys.argv[1]), verbose=False).start()
        here = dict(endpoint_url="http://127.0.0.1:" + sys.argv[1], region_name="us-east-1", aws_access_key_id="x", aws_secret_access_key="x")
        people = boto3.client("iam", **here)
        people.create_user(UserName="live")
        key = people.create_access_key(UserName="live")["AccessKey"]
        may = {"Version": "2012-10-17", "Statement": [{"Effect": "Allow", "Action": "s3:*", "Resource": "*"}]}
        people.put_user_policy(UserName="live", PolicyName="live", PolicyDocument=json.dumps(may))
        boto3.client("s3", **here).create_bucket(Bucket="bucket")
        with open(sys.argv[2] + ".part", "w") as file:
            file.write("[live]\\naws_access_key_id = %s\\naws_secret_access_key = %s\\n" % (key["AccessKeyId"], key["SecretAccessKey"]))
        os.replace(sys.argv[2] + ".part", sys.argv[2])
        threading.Event().wait()
        """

    private static let reader = """
        import boto3, configparser, os, sys
        port, file, prefix, folder = sys.argv[1:5]
        read = configparser.ConfigParser()
        read.read(file)
        store = boto3.client("s3", endpoint_url="http://127.0.0.1:" + port, region_name="us-east-1", **read["live"])
        def copy(is_list):
            for page in store.get_paginator("list_objects_v2").paginate(Bucket="bucket"):
                for name in (one["Key"] for one in page.get("Contents", [])):
                    if not name.startswith(prefix) or name.endswith(".m3u8") != is_list: continue
                    store.download_file("bucket", name, os.path.join(folder, name[len(prefix):]))
        copy(True)
        copy(False)
        """
}
