# Reads, writes and transactions through gremlinpython; the argument is the server's address.
import logging
import sys

from gremlin_python.driver.client import Client
from gremlin_python.driver.driver_remote_connection import DriverRemoteConnection
from gremlin_python.driver.protocol import GremlinServerError
from gremlin_python.process.anonymous_traversal import traversal
from gremlin_python.process.graph_traversal import __


def equal(expected, found):
    assert expected == found, f"expected {expected}, found {found}"


url = sys.argv[1]
connection = DriverRemoteConnection(url, "g")
g = traversal().with_(connection)

g.add_v("person").property("name", "Ada").as_("a").add_v("person").property("name", "Bob").add_e("knows").from_("a").property(
    "since", 1999
).iterate()
equal(2, g.V().count().next())
equal(["Bob"], g.V().has("person", "name", "Ada").out("knows").values("name").to_list())
equal([1999], g.E().values("since").to_list())
equal({"Ada": 1, "Bob": 0}, g.V().group().by("name").by(__.out_e().count()).next())

transaction = g.tx()
inside = transaction.begin()
inside.add_v("person").property("name", "Cyd").iterate()
equal(3, inside.V().count().next())
equal(2, g.V().count().next())
transaction.commit()
equal(3, g.V().count().next())

transaction = g.tx()
transaction.begin().V().drop().iterate()
transaction.rollback()
equal(3, g.V().count().next())

logging.disable(logging.ERROR)  # the driver writes down what it is told
one, other = g.tx(), g.tx()
first, second = one.begin(), other.begin()
first.V().has("name", "Ada").property("age", 36).iterate()
second.V().has("name", "Ada").property("age", 37).iterate()
one.commit()
try:
    other.commit().all().result()  # without that nobody waits for the answer
    raise AssertionError("of two that change the same one conflicts")
except GremlinServerError as conflict:
    equal(596, conflict.status_code)
logging.disable(logging.NOTSET)



def run(work):
    while True:
        try:
            return work()
        except GremlinServerError as failed:
            if failed.status_code != 596:
                raise


def rename():
    tx = g.tx()
    inside = tx.begin()
    name = inside.V().has("age", 36).values("name").next()
    inside.V().has("age", 36).property("name", name.upper()).iterate()
    tx.commit().all().result()


run(rename)
equal(["ADA"], g.V().has("age", 36).values("name").to_list())
g.V().has("age", 36).property("name", "Ada").iterate()

added = g.add_v("thing").next().id
equal(added, g.V(added).id_().next())
g.V(added).drop().iterate()

g.V().has("name", "Bob").drop().iterate()
equal(0, g.E().count().next())
connection.close()

client = Client(url, "g")
equal([2], client.submit("g.V().count()").all().result())
equal(["Ada"], client.submit("g.V().has('name', name).values('name')", {"name": "Ada"}).all().result())
client.close()
print("all is well")
